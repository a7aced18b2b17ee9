import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KeptSet, KeptSetList, KeptSetSummary } from '../../src/protocol/index.js';
import { ENGINES } from '../database/engines.js';
import { aDraft, aFile, JSON_TYPE, refusal, useDesk } from './desk-app.js';

const SETS_DIR = join(import.meta.dirname, '../../src/server/desk/sets/bank/sets');
const CSV = '문제,정답,보기1,보기2,시간\n"하늘, 색?",2,빨강,파랑,5\n';

describe.each(ENGINES)('kept sets, with %s', (kind) => {
  const desk = useDesk(kind);
  const strangers = useDesk(kind, { HOSTS: 'anyone' });

  const save = (
    by: { cookie: string },
    id: string,
    revision: string,
    file: object,
  ): Promise<Response> =>
    desk.send(
      'PUT',
      `/sets/${id}`,
      { ...JSON_TYPE, ...by, 'if-match': revision },
      JSON.stringify(file),
    );

  it('R15.4 come from CSV and JSON, and a bad file is told row by row', async () => {
    const by = await desk.signIn();
    const csv = await desk.send(
      'POST',
      `/sets?title=${encodeURIComponent('우리 반')}`,
      { ...by, 'content-type': 'text/csv' },
      CSV,
    );
    expect(csv.status).toBe(201);
    expect(await csv.json()).toMatchObject({
      title: '우리 반',
      language: 'ko',
      count: 1,
      revision: 1,
    });
    expect(await desk.create(by)).toMatchObject({ title: 'My set', language: 'en' });
    const bad = await desk.send(
      'POST',
      '/sets',
      { ...by, 'accept-language': 'ko' },
      CSV.replace('시간', '시각'),
    );
    expect(bad.status).toBe(400);
    expect(await bad.json()).toMatchObject({
      error: {
        code: 'BAD_QUIZ_FILE',
        rows: [{ row: 1, message: expect.stringMatching(/[가-힣]/) }],
      },
    });
    const large = desk.send('POST', '/sets', by, 'x'.repeat(300_000));
    expect((await refusal(large))[0]).toBe(413);
  });

  it('R15.4 go out and come in again with everything in them', async () => {
    const by = await desk.signIn();
    const file = JSON.parse(readFileSync(join(SETS_DIR, 'ko-general.json'), 'utf8')) as object;
    const first = await desk.create(by, file);
    const out = await desk.send('GET', `/sets/${first.id}/file`, by);
    expect(out.headers.get('content-disposition')).toMatch(/attachment; filename=.*\.json/);
    const text = await out.text();
    const second = await desk.create(by, JSON.parse(text) as object);
    expect(second.id).not.toBe(first.id);
    const again = await (await desk.send('GET', `/sets/${second.id}/file`, by)).text();
    // Two of one name could not be told apart.
    const { title } = JSON.parse(text) as { title: string };
    expect(again).toBe(text.replace(title, `${title} (2)`));
    const ids = (JSON.parse(text) as { questions: { id: string }[] }).questions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(20);
    const kept = await desk.read<KeptSet>(`/sets/${first.id}`, by);
    expect(kept).toMatchObject({ id: first.id, revision: 1, count: 20, playable: 20, faults: {} });
    expect(kept.questions.map(({ id }) => id)).toEqual(ids);
  });

  it('R15.5 are saved over the revision that the page has seen, and over no other', async () => {
    const by = await desk.signIn();
    const { id } = await desk.create(by);
    const first = await save(by, id, '"1"', aDraft('From tab A'));
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
    expect(await refusal(save(by, id, '"1"', aDraft('From tab B')))).toEqual([409, 'STALE']);
    expect(await refusal(save(by, id, '3', aDraft()))).toEqual([409, 'STALE']);
    const version = desk.send('GET', `/sets/${id}/versions/9007199254740991`, by);
    expect(await refusal(version)).toEqual([400, 'BAD_REQUEST']);
    for (const revision of ['', '*', '"x"', '-1', '1e3', '"99999999999999999"'])
      expect(await refusal(save(by, id, revision, aDraft()))).toEqual([400, 'BAD_REQUEST']);
    expect(await refusal(save(by, id, '2', { title: 'x', questions: [] }))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
    const kept = await desk.send('GET', `/sets/${id}`, by);
    expect(kept.headers.get('etag')).toBe('"2"');
    expect(await kept.json()).toMatchObject({ title: 'From tab A', revision: 2 });
    const tabs = await Promise.all(
      ['A', 'B', 'C'].map((tab) => save(by, id, '2', aDraft(tab)).then(({ status }) => status)),
    );
    expect(tabs.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it('R15.5 are there again as they were before a save', async () => {
    const by = await desk.signIn();
    const { id } = await desk.create(by, aFile('Before'));
    await save(by, id, '1', aDraft('After'));
    expect(await desk.read(`/sets/${id}/versions`, by)).toEqual([
      { revision: 1, savedAt: expect.any(Number), title: 'Before', language: 'en', count: 1 },
    ]);
    const before = await desk.read<object>(`/sets/${id}/versions/1`, by);
    expect(before).toMatchObject({ title: 'Before' });
    expect((await save(by, id, '2', { ...before, labels: [] })).status).toBe(200);
    const missing = desk.send('GET', `/sets/${id}/versions/7`, by);
    expect(await refusal(missing)).toEqual([404, 'QUIZ_SET_NOT_FOUND']);
  });

  it('R15.6 are found by words, however they are written', async () => {
    const by = await desk.signIn();
    const { id } = await desk.create(
      by,
      aFile('세계 여행', '에펠탑은 ＰＡＲＩＳ 어디에 100%_\\ 있나요?'),
    );
    await desk.create(by, aFile('Other', 'Nothing to find 1000'));
    const found = async (search: string): Promise<string[]> => {
      const path = `/sets?search=${encodeURIComponent(search)}`;
      return (await desk.read<KeptSetList>(path, by)).sets.map((set) => set.id);
    };
    for (const search of [
      '펠탑',
      '에펠'.normalize('NFD'),
      'paris',
      'ｐａｒｉｓ',
      '세계 paris',
      '100%',
      '%_\\',
      'BLUE 여행',
      ' 여행\u0000',
    ])
      expect([search, (await found(search)).includes(id)]).toEqual([search, true]);
    for (const search of [
      '펠 없음',
      '1000%',
      "' or 1=1 --",
      '_여행',
      '%%%',
      '\\\\',
      '펠탑x'.repeat(60),
    ])
      expect([search, (await found(search)).includes(id)]).toEqual([search, false]);
    for (const query of [
      '?search[]=a',
      '?search=%ff',
      '?search=%00',
      '?search=%ed%a0%80',
      '?offset=0',
    ])
      expect([query, (await desk.send('GET', `/sets${query}`, by)).status]).toEqual([query, 200]);
    for (const query of ['?offset=-1', '?offset=x', '?offset=9999999'])
      expect([query, (await desk.send('GET', `/sets${query}`, by)).status]).toEqual([query, 400]);
  });

  it('R15.7 are deleted, come back, and are copied', async () => {
    const by = await desk.signIn();
    const { id } = await desk.create(by, aFile('To delete'));
    const copied = await desk.send('POST', `/sets/${id}/copy`, by);
    expect(await copied.json()).toMatchObject({ title: 'To delete', revision: 1 });
    const before = await desk.read<KeptSetList>('/sets', by);
    expect((await desk.send('DELETE', `/sets/${id}`, by)).status).toBe(204);
    expect(await refusal(desk.send('GET', `/sets/${id}`, by))).toEqual([404, 'QUIZ_SET_NOT_FOUND']);
    expect((await refusal(save(by, id, '1', aDraft())))[0]).toBe(404);
    expect((await refusal(desk.send('DELETE', `/sets/${id}`, by)))[0]).toBe(404);
    expect((await desk.read<KeptSetList>('/sets', by)).total).toBe(before.total - 1);
    expect((await desk.send('POST', `/sets/${id}/restore`, by)).status).toBe(204);
    expect((await desk.send('GET', `/sets/${id}`, by)).status).toBe(200);
    expect((await refusal(desk.send('POST', `/sets/${id}/restore`, by)))[0]).toBe(404);
  });

  it('R15.8 of one host are not there for another, whatever is asked', async () => {
    const owner = await strangers.visitor();
    const other = await strangers.visitor();
    const { id } = await strangers.create(owner, aFile('Mine'));
    const body = JSON.stringify(aDraft('Yours'));
    for (const [method, path] of [
      ['GET', `/sets/${id}`],
      ['GET', `/sets/${id}/file`],
      ['GET', `/sets/${id}/versions/1`],
      ['PUT', `/sets/${id}`],
      ['DELETE', `/sets/${id}`],
      ['POST', `/sets/${id}/copy`],
      ['POST', `/sets/${id}/restore`],
    ] as const)
      for (const by of [other, await strangers.signIn()]) {
        const headers = { ...JSON_TYPE, ...by, 'if-match': '1' };
        const answer = strangers.send(method, path, headers, method === 'PUT' ? body : undefined);
        expect(await refusal(answer), `${method} ${path}`).toEqual([404, 'QUIZ_SET_NOT_FOUND']);
      }
    expect(await strangers.read(`/sets/${id}/versions`, other)).toEqual([]);
    expect((await strangers.read<KeptSetList>('/sets', other)).total).toBe(0);
    expect(await strangers.read<KeptSetSummary>(`/sets/${id}`, owner)).toMatchObject({
      title: 'Mine',
    });
  });

  it('R15.8 of a guest belong to the browser, within narrow bounds', async () => {
    const guest = await strangers.visitor();
    for (let made = 0; made < 20; made++) await strangers.create(guest);
    const more = strangers.send(
      'POST',
      '/sets',
      { ...JSON_TYPE, ...guest },
      JSON.stringify(aFile()),
    );
    expect(await refusal(more)).toEqual([403, 'TOO_MUCH_KEPT']);
    expect(await refusal(strangers.send('GET', '/sets', {}))).toEqual([401, 'NOT_SIGNED_IN']);
    const state = await strangers.read('', guest);
    expect(state).toMatchObject({
      hosts: 'anyone',
      account: { role: 'guest', sets: 20, mostSets: 20, mostBytes: 1_000_000 },
    });
  });
});
