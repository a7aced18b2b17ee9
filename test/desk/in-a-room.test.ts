import { describe, expect, it } from 'vitest';
import { Database } from '../../src/server/platform/database/database.js';
import { noEngine } from '../../src/server/platform/database/engine.js';
import { OPERATOR } from '../../src/server/desk/accounts/accounts.js';
import type { DraftQuestion, QuizSetSummary, SavedSet } from '../../src/protocol/index.js';
import { KeptSets } from '../../src/server/desk/sets/kept-sets.js';
import { ENGINES } from '../database/engines.js';
import { startTestApp } from '../support/app.js';
import { TestClient } from '../support/client.js';
import { aDraft, aFile, aQuestion, JSON_TYPE, refusal, useDesk } from './desk-app.js';

describe.each(ENGINES)('a kept set in a room, with %s', (kind) => {
  const desk = useDesk(kind);

  const connect = (cookie = ''): TestClient =>
    new TestClient(desk.app.url, { auth: { wantToken: true }, extraHeaders: { cookie } });

  it('R15.9 is listed for its host only, chosen by its host only, and played', async () => {
    const by = await desk.signIn();
    const { id } = await desk.create(by, aFile('Played', 'Sky, as kept?'));
    const list = async (headers: Record<string, string>): Promise<QuizSetSummary[]> =>
      (await (
        await fetch(`${desk.app.url}/api/quiz-sets`, { headers })
      ).json()) as QuizSetSummary[];
    expect(await list(by)).toContainEqual({
      id,
      title: 'Played',
      language: 'en',
      count: 1,
      isOwn: true,
      updatedAt: expect.any(Number),
    });
    expect((await list({})).map((set) => set.id)).toEqual(['test-set']);

    // However many are newer. Not by requests, as an account has a number of changes (R10.4).
    const sets = new KeptSets(desk.place.database, Date.now);
    for (let made = 0; made < 50; made++) await sets.create(OPERATOR, aDraft(`Newer ${made}`));
    const listed = async (query: string): Promise<boolean> => {
      const url = `${desk.app.url}/api/quiz-sets${query}`;
      const sets = (await (await fetch(url, { headers: by })).json()) as QuizSetSummary[];
      return sets.some((set) => set.id === id);
    };
    expect([await listed(''), await listed(`?play=${id}`)]).toEqual([false, true]);

    const stranger = connect();
    await stranger.do('createRoom', {});
    expect(await stranger.fail('updateRoomQuizset', { quizSetId: id })).toBe('QUIZ_SET_NOT_FOUND');
    const host = connect(by.cookie);
    await host.do('createRoom', {});
    expect(await host.fail('updateRoomQuizset', { quizSetId: id, quizCount: 2 })).toBe(
      'NOT_ENOUGH_QUESTIONS',
    );
    await host.do('updateRoomQuizset', { quizSetId: id });
    const told = { quizSetId: id, quizCount: 1, title: 'Played' };
    expect(await host.wait('updateRoomQuizset', (one) => one.quizSetId === id)).toEqual(told);
    // The room has it as it was chosen, whatever becomes of it.
    await desk.send('DELETE', `/sets/${id}`, by);
    await host.do('updateRoomQuizset', { quizSetId: id, quizCount: 1 });
    await host.do('startGame', {});
    await host.do('skipPhase', {});
    expect((await host.wait('startQuizTime')).quiz).toBe('Sky, as kept?');
    stranger.close();
    host.close();
  });

  it('R15.9 is as it was last saved when it is chosen again', async () => {
    const by = await desk.signIn();
    const { id } = await desk.create(by, aFile('Draft'));
    const host = connect(by.cookie);
    await host.do('createRoom', {});
    await host.do('updateRoomQuizset', { quizSetId: id });
    const headers = { ...JSON_TYPE, ...by, 'if-match': '1' };
    await desk.send('PUT', `/sets/${id}`, headers, JSON.stringify(aDraft('Done')));
    await host.do('updateRoomQuizset', { quizSetId: id });
    expect((await host.wait('updateRoomQuizset', (one) => one.title === 'Done')).quizSetId).toBe(
      id,
    );
    host.close();
  });

  it('R15.14 has the questions without faults only, and is not there to be chosen without any', async () => {
    const by = await desk.signIn();
    const begin = async (questions: DraftQuestion[]): Promise<string> => {
      const body = JSON.stringify(aDraft('Half', questions));
      const made = await desk.send('POST', '/drafts', { ...JSON_TYPE, ...by }, body);
      return ((await made.json()) as SavedSet).id;
    };
    const faulty = aQuestion('No answer?', { answers: [] });
    const half = await begin([faulty, aQuestion('Fine?')]);
    const none = await begin([faulty]);
    const response = await fetch(`${desk.app.url}/api/quiz-sets`, { headers: by });
    const listed = (await response.json()) as QuizSetSummary[];
    expect(listed.find(({ id }) => id === half)).toMatchObject({ count: 1 });
    expect(listed.some(({ id }) => id === none)).toBe(false);
    const host = connect(by.cookie);
    await host.do('createRoom', {});
    for (const quizCount of [undefined, 1])
      expect(
        await host.fail('updateRoomQuizset', { quizSetId: none, ...(quizCount && { quizCount }) }),
      ).toBe('NOT_ENOUGH_QUESTIONS');
    await host.do('updateRoomQuizset', { quizSetId: half });
    await host.do('startGame', {});
    await host.do('skipPhase', {});
    expect((await host.wait('startQuizTime')).quiz).toBe('Fine?');
    host.close();
  });

  it('R27.23 has all rounds of an evening, also of sets that are deleted while they wait', async () => {
    const by = await desk.signIn();
    const begin = async (title: string, questions: object[]): Promise<string> => {
      const body = JSON.stringify({ title, language: 'en', labels: [], questions });
      const made = await desk.send('POST', '/drafts', { ...JSON_TYPE, ...by }, body);
      return ((await made.json()) as SavedSet).id;
    };
    const round = { kind: 'round', name: '', count: null, factor: 1, standings: 'each' };
    const other = await begin('Other', [aQuestion('Of another set?')]);
    const evening = await begin('Evening', [
      { ...round, id: 'one' },
      aQuestion('Of its own?'),
      { kind: 'break', id: 'tea', message: 'Tea', minutes: 5 },
      { ...round, id: 'two', setId: other },
    ]);
    const host = connect(by.cookie);
    await host.do('createRoom', {});
    await host.do('updateRoomQuizset', { quizSetId: evening });
    await host.do('startGame', {});
    for (const id of [other, evening])
      expect((await desk.send('DELETE', `/sets/${id}`, by)).status).toBe(204);
    for (const kind of ['countdown', 'question', 'reveal', 'item', 'countdown'] as const) {
      const { version } = await host.wait(
        'phase',
        (phase) => phase.kind === kind && phase.version >= (host.last('phase')?.version ?? 0),
      );
      await host.do('skipPhase', { version });
    }
    const { quiz } = await host.wait('startQuizTime', (asked) => asked.quiz !== 'Of its own?');
    expect([host.all('startQuizTime')[0]?.quiz, quiz]).toEqual(['Of its own?', 'Of another set?']);
    // It can be added no more.
    const item = { kind: 'round', name: '', factor: 1, standings: 'each', setId: other, count: 1 };
    const { revision } = host.last('programme')!;
    expect(await host.fail('editProgramme', { revision, add: { item, to: 4 } })).toBe(
      'QUIZ_SET_NOT_FOUND',
    );
    host.close();
  });

  it('R10.4 comes into a room as often as files may', async () => {
    const by = await desk.signIn();
    const { id } = await desk.create(by);
    const host = connect(by.cookie);
    await host.do('createRoom', {});
    const codes: string[] = [];
    for (let tries = 0; tries < 30; tries++)
      codes.push(await host.fail('updateRoomQuizset', { quizSetId: id }));
    expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'ok'));
    expect(codes).toContain('RATE_LIMITED');
    expect(await host.fail('updateRoomQuizset', { quizSetId: 'test-set' })).toBe('ok');
    host.close();
  });

  it('R15.10 needs the database for nothing but to be chosen', async () => {
    const by = await desk.signIn();
    const { id } = await desk.create(by, aFile('Kept', 'Still there?'));
    const host = connect(by.cookie);
    await host.do('createRoom', {});
    await host.do('updateRoomQuizset', { quizSetId: id });
    await desk.place.database.close();
    expect(await refusal(desk.send('GET', '/sets', by))).toEqual([503, 'DATABASE_AWAY']);
    await host.do('updateRoomQuizset', { quizSetId: id, quizCount: 1 });
    expect(await host.fail('updateRoomQuizset', { quizSetId: 'own_other' })).toBe('DATABASE_AWAY');
    await host.do('startGame', {});
    await host.do('skipPhase', {});
    expect((await host.wait('startQuizTime')).quiz).toBe('Still there?');
    const headers = { cookie: by.cookie };
    const list = await fetch(`${desk.app.url}/api/quiz-sets`, { headers });
    expect((await list.json()) as QuizSetSummary[]).toHaveLength(1);
    host.close();
  });
});

describe('without a database', () => {
  it('R15.10 plays, and tells what is missing', async () => {
    const problem = 'is not there: several processes need DATABASE_URL';
    const nothing = new Database(noEngine(problem));
    const app = await startTestApp({ HOSTS: 'anyone' }, undefined, undefined, undefined, nothing);
    const cookie = ((await fetch(app.url)).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const answer = fetch(`${app.url}/api/desk/sets`, { headers: { cookie } });
    expect(await refusal(answer)).toEqual([503, 'DATABASE_AWAY']);
    const health = (await (await fetch(`${app.url}/health/ready`)).json()) as object;
    expect(health).toMatchObject({ status: 'ok', warnings: [`the database ${problem}`] });
    const host = new TestClient(app.url);
    await host.do('createRoom', {});
    await host.do('startGame', {});
    host.close();
    await app.close();
  });
});
