import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guestOf, OPERATOR } from '../../src/server/desk/accounts/accounts.js';
import { KeptSets } from '../../src/server/desk/sets/kept-sets.js';
import { draftOfPlayed } from '../../src/server/desk/sets/written-draft.js';
import { ENGINES, testDatabase, type TestDatabase } from '../database/engines.js';
import { inLanguages, said } from '../support/in-languages.js';
import { codeOf, EPOCH } from '../support/game-data.js';
import { RECORDED } from '../support/recorded-kinds.js';
import { aDraft, aQuestion, type AskedSet } from './desk-app.js';

const MINUTE = 60_000;
const draft = (title: string, count = 1): AskedSet =>
  aDraft(
    title,
    Array.from({ length: count }, (_, n) => aQuestion(`Question ${n}?`)),
  );

describe.each(ENGINES)('the sets of a host, with %s', (kind) => {
  let place: TestDatabase;
  let now: number;
  let sets: KeptSets;

  beforeEach(async () => {
    place = await testDatabase(kind);
    now = EPOCH;
    sets = new KeptSets(place.database, () => now);
  });
  afterEach(() => place.close());

  const { hostId } = OPERATOR;

  it('R15.5 have a version every ten minutes, and twenty of them', async () => {
    const { id } = await sets.create(OPERATOR, draft('0'));
    const titles = async (): Promise<string[]> =>
      (await sets.versions(hostId, id)).map(({ title }) => title);
    const save = async (revision: number, afterMs: number): Promise<void> => {
      now += afterMs;
      await sets.save(OPERATOR, id, revision, draft(String(revision)));
    };
    await save(1, 1_000);
    await save(2, 1_000);
    await save(3, 9 * MINUTE);
    expect(await titles()).toEqual(['0']);
    await save(4, MINUTE);
    expect(await titles()).toEqual(['0']);
    await save(5, 1_000);
    expect(await titles()).toEqual(['4', '0']);
    for (let revision = 6; revision < 30; revision++) await save(revision, 10 * MINUTE);
    const kept = await titles();
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([20, '28', '9']);
    expect(await sets.version(hostId, id, 11)).toMatchObject({ title: '10' });
  });

  it('R15.9 are played as they were saved last, also where the playable form is missing or of another program', async () => {
    const faulty = { ...aQuestion('Nothing right?'), answers: [] };
    const { id } = await sets.create(OPERATOR, aDraft('Set', [aQuestion('One?'), faulty]));
    const play = () => sets.playable(hostId, id);
    const played = await play();
    expect(played).toMatchObject({ id, title: 'Set', leftOut: 1, questions: [{ quiz: 'One?' }] });
    for (const changed of [
      { playable: null, playable_format: 0 },
      { playable: '[{"of":"another program"}]', playable_format: 99 },
    ]) {
      await place.database.run((db) =>
        db.updateTable('quiz_set').set(changed).where('id', '=', id).execute(),
      );
      expect(await play()).toEqual(played);
    }
    await sets.save(OPERATOR, id, 1, aDraft('Set', [aQuestion('Two?')]));
    expect((await play())!.questions).toMatchObject([{ quiz: 'Two?' }]);
    // Nothing is parsed where the form is there.
    const check = vi.spyOn(sets.drafts, 'check');
    expect((await play())!.questions).toHaveLength(1);
    expect(check).not.toHaveBeenCalled();
    expect(await sets.playable('somebody else', id)).toBeUndefined();
  });

  it('R30.3, R30.20 keep their languages and texts, in versions and as they are played, too', async () => {
    const languages = ['en', 'de'];
    const ids = new Set<string>();
    const drafts = Object.values(RECORDED).map((question) =>
      inLanguages(draftOfPlayed(question, ids), languages),
    );
    const texts = { de: { title: 'Mehrere' } };
    const several = { ...aDraft('Several', drafts), language: 'ko', languages, texts };
    const { id, ...made } = await sets.create(OPERATOR, several);
    expect(made).toMatchObject({ language: 'ko', languages, faults: {} });
    expect((await sets.list(hostId, 'korea? pt', 0)).total).toBe(0);
    expect((await sets.list(hostId, 'MEHRERE', 0)).sets[0]).toMatchObject({ id, texts });
    expect((await sets.list(hostId, 'korea? de', 0)).sets[0]).toMatchObject({ id, languages });
    now += 11 * MINUTE;
    await sets.save(OPERATOR, id, 1, aDraft('One', [aQuestion('One?')]));
    const one = await sets.find(hostId, id);
    expect(one).toMatchObject({ language: 'en', title: 'One' });
    expect(one).not.toHaveProperty('languages');
    expect(one).not.toHaveProperty('texts');
    expect(await sets.versions(hostId, id)).toMatchObject([{ title: 'Several', texts }]);
    const version = await sets.version(hostId, id, 1);
    const head = { title: 'Several', language: 'ko', languages, texts };
    expect(version).toEqual({ ...head, questions: drafts });
    await sets.save(OPERATOR, id, 2, { ...version!, labels: [] });
    expect(await sets.find(hostId, id)).toMatchObject({ languages, texts, questions: drafts });
    const played = await sets.playable(hostId, id);
    expect(played).toMatchObject({ language: 'ko', languages, texts });
    expect(played?.questions.map(({ texts }) => texts?.['de']?.quiz)).toEqual(
      drafts.map(({ texts }) => texts?.['de']?.quiz),
    );
    for await (const set of sets.all()) expect(set).toMatchObject({ id, languages, texts });
  });

  it('R30.10 take rounds of other sets in their own languages', async () => {
    const question = inLanguages(aQuestion('Where?'), ['ko', 'fr']);
    const other = { ...aDraft('Other', [question]), languages: ['ko', 'fr'] };
    const { id: setId } = await sets.create(OPERATOR, other);
    const round = { id: 'r', kind: 'round', name: '하나', setId, count: null } as const;
    const evening = { title: 'Evening', language: 'ko', languages: ['en'], labels: [] };
    const { id } = await sets.create(OPERATOR, { ...evening, questions: [round] });
    const played = await sets.playable(hostId, id);
    expect(played?.questions).toMatchObject([
      { quiz: said('Where?', 'ko'), texts: { en: { quiz: 'Where?' } } },
    ]);
    expect(played?.questions[0]?.texts).not.toHaveProperty('fr');
  });

  it('R15.9 are played in every kind, with their pictures, as if they were parsed anew', async () => {
    const ids = new Set<string>();
    const drafts = Object.values(RECORDED).map((question) => draftOfPlayed(question, ids));
    const { id } = await sets.create(OPERATOR, aDraft('Every kind', drafts));
    const played = await sets.playable(hostId, id);
    expect(played).toEqual({
      id,
      title: 'Every kind',
      language: 'en',
      questions: Object.values(RECORDED),
    });
    await place.database.run((db) =>
      db.updateTable('quiz_set').set({ playable: null, playable_format: 0 }).execute(),
    );
    expect(await sets.playable(hostId, id)).toEqual(played);
  });

  it('R15.9 are played as an earlier version, or as they were deleted, when that is taken again', async () => {
    const { id } = await sets.create(OPERATOR, aDraft('Set', [aQuestion('One?')]));
    const first = await sets.playable(hostId, id);
    await sets.save(OPERATOR, id, 1, aDraft('Set', [aQuestion('Two?')]));
    const before = (await sets.version(hostId, id, 1))!;
    await sets.save(OPERATOR, id, 2, { ...before, labels: [] });
    expect(await sets.playable(hostId, id)).toEqual(first);
    await sets.remove(hostId, id);
    expect(await sets.playable(hostId, id)).toBeUndefined();
    await sets.restore(OPERATOR, id);
    expect(await sets.playable(hostId, id)).toEqual(first);
  });

  it('R15.7 come back after ten more deletions at most', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 12; made++)
      ids.push((await sets.create(OPERATOR, draft(String(made)))).id);
    for (const id of ids) {
      now += 1;
      await sets.remove(hostId, id);
    }
    expect(await codeOf(() => sets.restore(OPERATOR, ids[1]!))).toBe('QUIZ_SET_NOT_FOUND');
    expect(await codeOf(() => sets.restore(OPERATOR, ids[2]!))).toBe('ok');
    expect((await sets.list(hostId, '', 0)).sets.map(({ title }) => title)).toEqual(['2']);
  });

  it('R15.8 are bounded in number and bytes, also by requests at once', async () => {
    const guest = guestOf('somebody');
    const asked = Array.from({ length: 30 }, (_, n) =>
      codeOf(() => sets.create(guest, draft(String(n)))),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter((code) => code === 'ok')).toHaveLength(20);
    expect(new Set(answers)).toEqual(new Set(['ok', 'TOO_MUCH_KEPT']));
    const large = draft('large', 200);
    for (const question of large.questions) question.quiz = '가'.repeat(290) + question.quiz;
    const other = guestOf('other');
    const codes: string[] = [];
    for (let made = 0; made < 6; made++) codes.push(await codeOf(() => sets.create(other, large)));
    expect(codes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'TOO_MUCH_KEPT']);
    expect((await sets.usage(other.hostId)).bytes).toBeLessThan(1_000_000);
  });

  it('R15.8 of all guests together are bounded, also by what is saved over', async () => {
    const guest = guestOf('somebody');
    const { id } = await sets.create(guest, draft('small', 2));
    const other = await sets.create(guestOf('other'), draft('other'));
    // All that guests may have.
    await place.database.run((db) =>
      db.updateTable('quiz_set').set({ bytes: 500_000_000 }).where('id', '=', other.id).execute(),
    );
    expect(await codeOf(() => sets.save(guest, id, 1, draft('large', 20)))).toBe('TOO_MUCH_KEPT');
    expect(await codeOf(() => sets.create(guestOf('third'), draft('new')))).toBe('TOO_MUCH_KEPT');
    expect(await codeOf(() => sets.save(OPERATOR, id, 1, draft('large')))).toBe(
      'QUIZ_SET_NOT_FOUND',
    );
    expect(await codeOf(() => sets.save(guest, id, 1, draft('small', 1)))).toBe('ok');
  });

  it('R15.8 come back only where there is room for their versions, too', async () => {
    const guest = guestOf('somebody');
    const large = draft('large', 200);
    for (const question of large.questions) question.quiz = '가'.repeat(290) + question.quiz;
    const { id } = await sets.create(guest, large);
    for (let revision = 1; revision < 4; revision++) {
      now += 10 * MINUTE;
      await sets.save(guest, id, revision, large);
    }
    await sets.remove(guest.hostId, id);
    const others: string[] = [];
    for (let made = 0; made < 3; made++) others.push((await sets.create(guest, large)).id);
    expect(await codeOf(() => sets.restore(guest, id))).toBe('TOO_MUCH_KEPT');
    expect((await sets.list(guest.hostId, '', 0)).total).toBe(3);
    for (const other of others) await sets.remove(guest.hostId, other);
    expect(await codeOf(() => sets.restore(guest, id))).toBe('ok');
    const { bytes } = await sets.usage(guest.hostId);
    expect(bytes).toBeGreaterThan(600_000);
    expect(bytes).toBeLessThan(1_000_000);
  });

  it('R15.6 are listed fifty at once, the latest first', async () => {
    for (let made = 0; made < 60; made++) {
      now += 1;
      await sets.create(OPERATOR, draft(String(made)));
    }
    const [first, rest] = [await sets.list(hostId, '', 0), await sets.list(hostId, '', 50)];
    expect([first.total, first.sets.length, first.sets[0]?.title]).toEqual([60, 50, '59']);
    expect([rest.sets.length, rest.sets.at(-1)?.title]).toEqual([10, '0']);
  });
});
