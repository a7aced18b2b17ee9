import { isAsked } from '../../src/protocol/programme.js';
import { inLanguage } from '../../src/protocol/set-languages.js';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type {
  DraftQuestion,
  KeptImage,
  KeptSet,
  KeptSetSummary,
  NewShareLink,
  SharedSet,
  ShareLink,
} from '../../src/protocol/index.js';
import { ENGINES } from '../database/engines.js';
import { draftOfPlayed } from '../../src/server/desk/sets/written-draft.js';
import { photo } from '../support/images.js';
import { inLanguages, said } from '../support/in-languages.js';
import { ORDER, TYPED } from '../support/kinds.js';
import { aDraft, aQuestion, JSON_TYPE, refusal, useDesk } from './desk-app.js';

/** From the first to the last. */
const ORDERED = [{ text: 'c' }, { text: 'b' }, { text: 'a' }];

describe.each(ENGINES)('links to kept sets, with %s', (kind) => {
  const desk = useDesk(kind, { HOSTS: 'anyone' });

  async function share(
    by: { cookie: string },
    link: object,
  ): Promise<{ id: string; token: string }> {
    const questions = [
      aQuestion('Sky?', { explanation: 'It is blue.' }),
      aQuestion('In order?', { kind: 'order', choices: ['z', 'y'], parts: ORDERED }),
      aQuestion('Where?', {
        kind: 'match',
        choices: ['v', 'w'],
        parts: ORDERED.map(({ text }, n) => ({ text, zone: 1 + (n % 2) })),
      }),
    ];
    const headers = { ...JSON_TYPE, ...by };
    const body = JSON.stringify(aDraft('Shared', questions));
    const made = await desk.send('POST', '/drafts', headers, body);
    const { id } = (await made.json()) as KeptSetSummary;
    const answer = await desk.send('POST', `/sets/${id}/links`, headers, JSON.stringify(link));
    return { id, ...((await answer.json()) as NewShareLink) };
  }

  const open = (token: unknown, path = '/shared', by = {}): Promise<Response> =>
    desk.send('POST', path, { ...JSON_TYPE, ...by }, JSON.stringify({ token }));

  it('R15.17 show a set to who has them, and what is right only if they say so', async () => {
    const by = await desk.visitor();
    const hidden = await share(by, { kind: 'look', answers: false });
    const text = await (await open(hidden.token)).text();
    expect(JSON.parse(text)).toMatchObject({ title: 'Shared', kind: 'look', isWhole: false });
    expect(text).not.toMatch(/answers|blue\.|truth|value|targets|explanation|zone/);
    const parts = ORDERED.toReversed();
    const { questions } = JSON.parse(text) as SharedSet;
    expect(questions[1]).toMatchObject({ parts });
    expect(questions[1]).not.toHaveProperty('choices');
    expect(questions[2]).toMatchObject({ choices: ['v', 'w'], parts });
    const whole = await share(by, { kind: 'look', answers: true });
    const shown = (await (await open(whole.token)).json()) as SharedSet;
    expect(shown.questions).toMatchObject([
      { answers: [2], explanation: 'It is blue.' },
      { parts: ORDERED },
      {
        parts: [
          { text: 'c', zone: 1 },
          { text: 'b', zone: 2 },
          { text: 'a', zone: 1 },
        ],
      },
    ]);
    const stranger = await desk.visitor();
    expect(await refusal(open(hidden.token, '/shared/copy', stranger))).toEqual([403, 'FORBIDDEN']);
  });

  it('R30.3, R30.20 show a set in all its languages, and in none what is right; a copy has all', async () => {
    const by = await desk.visitor();
    const typed = inLanguages(draftOfPlayed({ ...TYPED, explanation: 'Why' }, new Set()), ['de']);
    const ordered = inLanguages(draftOfPlayed(ORDER, new Set()), ['de']);
    const other = ORDER.parts.map((_, n) => ({ text: `Teil ${9 - n}` }));
    const turned = {
      ...draftOfPlayed(ORDER, new Set()),
      quiz: 'Turned',
      texts: { de: { parts: other } },
    };
    const texts = { de: { title: 'Mehrere' } };
    const several = { ...aDraft('Several', [typed, ordered, turned]), languages: ['de'], texts };
    const made = await desk.send(
      'POST',
      '/drafts',
      { ...JSON_TYPE, ...by },
      JSON.stringify(several),
    );
    const { id } = (await made.json()) as KeptSetSummary;
    const link = async (kind: string): Promise<string> => {
      const body = JSON.stringify({ kind, answers: false });
      const answer = await desk.send('POST', `/sets/${id}/links`, { ...JSON_TYPE, ...by }, body);
      return ((await answer.json()) as NewShareLink).token;
    };
    const text = await (await open(await link('look'))).text();
    expect(text).not.toMatch(/Seoul|서울|Why/);
    const { languages, questions, ...shared } = JSON.parse(text) as SharedSet;
    expect(shared).toMatchObject({ title: 'Several', texts });
    expect(languages).toEqual(['de']);
    expect(questions[0]?.texts).toEqual({ de: { quiz: said(TYPED.quiz, 'de') } });
    const parts = ORDER.parts.map((part) => ({ text: said(part.text, 'de') }));
    const sorted = parts.toSorted((a, b) => a.text.localeCompare(b.text));
    expect(sorted).not.toEqual(parts);
    expect(questions[1]?.texts).toEqual({ de: { quiz: said(ORDER.quiz, 'de'), parts: sorted } });
    // A part has its own text beside it.
    const told = inLanguage(questions[2] as DraftQuestion, 'de').parts?.map(({ text }) => text);
    const order = (questions[2] as DraftQuestion).parts?.map(({ text }) =>
      ORDER.parts.findIndex((part) => part.text === text),
    );
    expect(told).toEqual(order?.map((n) => `Teil ${9 - n}`));
    expect(order).not.toEqual([...ORDER.parts.keys()]);
    const copy = await open(await link('copy'), '/shared/copy', by);
    const copied = (await copy.json()) as KeptSetSummary;
    expect(await desk.read<KeptSet>(`/sets/${copied.id}`, by)).toMatchObject(several);
    const file = await (await desk.send('GET', `/sets/${id}/file`, by)).text();
    const again = await desk.send('POST', '/sets', { ...JSON_TYPE, ...by }, file);
    const { id: read } = (await again.json()) as KeptSetSummary;
    expect(await desk.read<KeptSet>(`/sets/${read}`, by)).toMatchObject({
      ...several,
      // Another of this title is kept already.
      title: 'Several (2)',
    });
    const twin = await desk.send('POST', `/sets/${id}/copy`, { ...JSON_TYPE, ...by }, '');
    const { id: twinId } = (await twin.json()) as KeptSetSummary;
    expect(await desk.read<KeptSet>(`/sets/${twinId}`, by)).toMatchObject(several);
  });

  it('R15.17 give a copy that is the own of who takes it', async () => {
    const by = await desk.visitor();
    const { token } = await share(by, { kind: 'copy', answers: false });
    const other = await desk.visitor();
    const made = (await (await open(token, '/shared/copy', other)).json()) as KeptSetSummary;
    const copy = await desk.read<KeptSet>(`/sets/${made.id}`, other);
    expect(copy).toMatchObject({
      title: 'Shared',
      questions: [{ answers: [2] }, { parts: ORDERED }, {}],
    });
    expect((await refusal(desk.send('GET', `/sets/${made.id}`, by)))[0]).toBe(404);
    expect((await refusal(open(token, '/shared/copy')))[0]).toBe(401);
  });

  it('R15.17 show the pictures of their set and no others, and a copy has them', async () => {
    const by = await desk.visitor();
    const headers = { ...JSON_TYPE, ...by };
    const ids: string[] = [];
    for (const size of [20, 30, 40]) {
      const file = await photo(size, size).png().toBuffer();
      const { id } = (await (await desk.send('POST', '/images', by, file)).json()) as KeptImage;
      ids.push(id);
    }
    const [shown = '', before = '', other = ''] = ids;
    const draft = (id: string): string =>
      JSON.stringify(aDraft('Pictures', [aQuestion('Sky?', { image: { id, alt: 'a square' } })]));
    const made = await desk.send('POST', '/drafts', headers, draft(before));
    const { id } = (await made.json()) as KeptSetSummary;
    const saved = { ...headers, 'if-match': '1' };
    expect((await desk.send('PUT', `/sets/${id}`, saved, draft(shown))).status).toBe(200);
    expect((await desk.send('POST', '/drafts', headers, draft(other))).status).toBe(201);
    const link = JSON.stringify({ kind: 'copy', answers: true });
    const answer = await desk.send('POST', `/sets/${id}/links`, headers, link);
    const { token } = (await answer.json()) as NewShareLink;

    const picture = await open(token, `/shared/images/${shown}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    for (const foreign of [before, other, 'x', 'a'.repeat(64)])
      expect((await open(token, `/shared/images/${foreign}`)).status).toBe(404);
    expect((await open('no such', `/shared/images/${shown}`)).status).toBe(404);

    const reader = await desk.visitor();
    expect((await desk.send('GET', `/images/${shown}`, reader)).status).toBe(404);
    expect((await open(token, '/shared/copy', reader)).status).toBe(201);
    expect((await desk.send('GET', `/images/${shown}`, reader)).status).toBe(200);
    await desk.send('DELETE', `/sets/${id}`, by);
    expect((await open(token, `/shared/images/${shown}`)).status).toBe(404);
  });

  it('R18.2 to look give no id under which a picture could be kept, and not the bytes from which it follows', async () => {
    const by = await desk.visitor();
    const headers = { ...JSON_TYPE, ...by };
    // Larger than the small picture may be, so that there are two.
    const file = await photo(900, 900).png().toBuffer();
    const { id: kept } = (await (await desk.send('POST', '/images', by, file)).json()) as KeptImage;
    const other = await photo(600, 600).png().toBuffer();
    const { id: choice } = (await (
      await desk.send('POST', '/images', by, other)
    ).json()) as KeptImage;
    const pictures = [
      { image: { id: choice, alt: 'noise' }, text: '' },
      { image: { id: kept, alt: 'a square' }, text: 'Square' },
    ];
    const draft = aDraft('To look', [
      aQuestion('Sky?', { image: { id: kept, alt: 'a square' } }),
      aQuestion('Which?', { kind: 'pictures', pictures, answers: [1] }),
    ]);
    const made = await desk.send('POST', '/drafts', headers, JSON.stringify(draft));
    const { id } = (await made.json()) as KeptSetSummary;
    for (const answers of [true, false]) {
      const link = JSON.stringify({ kind: 'look', answers });
      const answer = await desk.send('POST', `/sets/${id}/links`, headers, link);
      const { token } = (await answer.json()) as NewShareLink;
      const text = await (await open(token)).text();
      expect(text).not.toContain(kept);
      const [sky, which] = (JSON.parse(text) as SharedSet).questions.filter(isAsked);
      const shown = sky?.image?.id ?? '';
      // Choices that are pictures are shown as well, each by an id that means nothing elsewhere.
      expect(text).not.toContain(choice);
      const shownChoices = which?.pictures ?? [];
      expect(shownChoices.map(({ image, text }) => [image?.alt, text])).toEqual([
        ['noise', ''],
        ['a square', 'Square'],
      ]);
      expect(which?.answers).toEqual(answers ? [1] : undefined);
      for (const { image } of shownChoices)
        expect((await open(token, `/shared/images/${image?.id}?size=small`)).status).toBe(200);
      expect((await open(token, `/shared/images/${kept}`)).status).toBe(404);
      for (const size of ['', '?size=small', '?size=large']) {
        const picture = await open(token, `/shared/images/${shown}${size}`);
        expect(picture.status).toBe(200);
        const bytes = Buffer.from(await picture.arrayBuffer());
        expect(createHash('sha256').update(bytes).digest('hex')).not.toBe(kept);
      }
      // Who saves a set that names what the link told has no picture by it, then or later.
      const taker = await desk.visitor();
      const named = aDraft('Taken', [aQuestion('Sky?', { image: { id: shown, alt: 'a square' } })]);
      await desk.send('POST', '/drafts', { ...JSON_TYPE, ...taker }, JSON.stringify(named));
      for (const one of [shown, kept])
        expect((await desk.send('GET', `/images/${one}`, taker)).status).toBe(404);
    }
  });

  it('R15.17 end when their host says so, and with their set', async () => {
    const by = await desk.visitor();
    const { id, token } = await share(by, { kind: 'look', answers: true });
    const path = `/sets/${id}/links`;
    const links = await desk.read<ShareLink[]>(path, by);
    expect(links).toMatchObject([{ kind: 'look', answers: true }]);
    expect(JSON.stringify(links)).not.toContain(token);
    const other = await desk.visitor();
    expect(await desk.read(path, other)).toEqual([]);
    await desk.send('DELETE', `${path}/${links[0]?.id}`, other);
    expect((await open(token)).status).toBe(200);
    const link = JSON.stringify({ kind: 'look', answers: true });
    const forged = desk.send('POST', path, { ...JSON_TYPE, ...other }, link);
    expect((await refusal(forged))[0]).toBe(404);
    await desk.send('DELETE', `${path}/${links[0]?.id}`, by);
    expect(await refusal(open(token))).toEqual([404, 'QUIZ_SET_NOT_FOUND']);
    const second = await share(by, { kind: 'look', answers: true });
    await desk.send('DELETE', `/sets/${second.id}`, by);
    expect(await refusal(open(second.token))).toEqual([404, 'QUIZ_SET_NOT_FOUND']);
    for (const wrong of ['', 'x', 7, null, 'x'.repeat(99)])
      expect([400, 404]).toContain((await refusal(open(wrong)))[0]);
  });

  it('R15.17, R10.1 read 1 kB at most, and nothing for a page of others', async () => {
    const by = await desk.visitor();
    const { token } = await share(by, { kind: 'copy', answers: true });
    const made = await desk.create(by);
    const links = [`/sets/${made.id}/links`];
    const paths = [
      '/shared',
      `/shared/images/${'a'.repeat(64)}`,
      '/shared/copy',
      '/report',
      ...links,
    ];
    for (const path of paths) {
      const large = JSON.stringify({ token, secret: token, more: 'x'.repeat(1_024) });
      const headers = { ...JSON_TYPE, ...by };
      expect([path, (await desk.send('POST', path, headers, large)).status]).toEqual([path, 413]);
      for (const foreign of [
        { origin: 'https://elsewhere.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site', origin: desk.app.url.replace('127.0.0.1', 'localhost') },
      ])
        expect([path, await refusal(desk.send('POST', path, { ...headers, ...foreign }, large))])
          // Before the body is read, or it would be too large.
          .toEqual([path, [403, 'FORBIDDEN']]);
    }
  });
});
