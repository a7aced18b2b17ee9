import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  imagesOf,
  isItem,
  type KeptSet,
  type KeptSetSummary,
  type NewShareLink,
  type QuizSetSummary,
  type SharedSet,
} from '../../src/protocol/index.js';
import { BuiltInQuizBank } from '../../src/server/desk/sets/bank/built-in-bank.js';
import { ZipReader } from '../../src/server/platform/zip/zip-reader.js';
import { ENGINES } from '../database/engines.js';
import { JSON_TYPE, useDesk } from './desk-app.js';

const bank = await BuiltInQuizBank.load('src/server/desk/sets/bank/sets');

const idsOf = ({ questions }: { questions: KeptSet['questions'] }): string[] => [
  ...new Set(questions.flatMap(imagesOf).map(({ id }) => id)),
];

describe.each(ENGINES)('an evening that comes with the program, with %s', (kind) => {
  const desk = useDesk(kind, { HOSTS: 'anyone' }, bank);

  it('R27.29 is listed beside the other sets, and looked at with its pictures', async () => {
    const sets = (await (await fetch(`${desk.app.url}/api/quiz-sets`)).json()) as QuizSetSummary[];
    expect(sets.filter(({ items }) => items !== undefined)).toMatchObject([
      { id: 'ko-evening', language: 'ko', count: 24, items: { round: 4, slide: 5 } },
      { id: 'en-evening', language: 'en', count: 24, items: { round: 4, slide: 5 } },
    ]);
    expect(sets.slice(8).map(({ id }) => id)).toEqual(['ko-evening', 'en-evening']);
    const by = await desk.visitor();
    const shown = await desk.read<SharedSet>('/ready/en-evening', by);
    expect(shown.questions.filter(isItem)).toHaveLength(14);
    for (const id of idsOf(shown)) {
      const picture = await desk.send('GET', `/images/${id}?size=small`, by);
      const bytes = Buffer.from(await picture.arrayBuffer());
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(id);
      expect((await desk.send('GET', `/images/${id}`)).status).toBe(401);
    }
  });

  it('R27.27 keeps its pictures in a copy, in links and in archives, and they take no room', async () => {
    const by = await desk.visitor();
    const headers = { ...JSON_TYPE, ...by };
    const made = await desk.send('POST', '/ready/ko-evening/copy', headers);
    const { id, count, playable } = (await made.json()) as KeptSetSummary;
    expect(playable).toBe(count);
    const copy = await desk.read<KeptSet>(`/sets/${id}`, by);
    expect(copy.faults).toEqual({});
    const ids = idsOf(copy);
    expect(ids).toHaveLength(9);
    const rows = await desk.place.database.run((db) =>
      db.selectFrom('image').select('id').execute(),
    );
    expect(rows).toEqual([]);

    const link = JSON.stringify({ kind: 'look', answers: false });
    const answer = await desk.send('POST', `/sets/${id}/links`, headers, link);
    const { token } = (await answer.json()) as NewShareLink;
    const body = JSON.stringify({ token });
    const look = (await (await desk.send('POST', '/shared', JSON_TYPE, body)).json()) as SharedSet;
    for (const one of idsOf(look))
      expect((await desk.send('POST', `/shared/images/${one}`, JSON_TYPE, body)).status).toBe(200);

    const archive = Buffer.from(
      await (await desk.send('GET', `/sets/${id}/file`, by)).arrayBuffer(),
    );
    const { names } = ZipReader.open(archive, { parts: 100, unpackedBytes: 10_000_000 });
    expect(names.toSorted()).toEqual(
      [...ids.map((one) => `images/${one}.webp`), 'set.json'].toSorted(),
    );
    const brought = await desk.send('POST', '/archive', by, archive);
    const again = (await brought.json()) as KeptSetSummary;
    expect(again).not.toHaveProperty('notes');
    expect((await desk.read<KeptSet>(`/sets/${again.id}`, by)).questions).toEqual(copy.questions);
  });
});
