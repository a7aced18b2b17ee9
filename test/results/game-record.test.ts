import { nameOf } from '../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import { rulesOf, type RoomState } from '../../src/game/room-state.js';
import { endGame } from '../../src/game/transitions.js';
import { applyChange } from '../../src/game/apply-change.js';
import { merged, recordsOf } from '../../src/server/desk/results/game-record.js';
import { aGame, aRoom, EPOCH } from '../support/game-data.js';

const KEEPER = { session: 'digest' };
const recordOf = (room: RoomState, now: number) => recordsOf(room, now)[0];
const JUDGED = {
  ...nameOf({ index: 0 }),
  floor: { kind: 'choice', choices: 2 },
  setSolution: { kind: 'choice', rights: [1] },
  solution: { kind: 'choice', rights: [1] },
  limitMs: 15_000,
  isVoid: false,
  answers: [],
} as const;

/** A game that has just ended. */
function ended(settings: Partial<RoomState['settings']>): RoomState {
  const tally = { game: 1, marks: [] };
  const phase = {
    kind: 'countdown',
    version: 3,
    count: 3,
    clock: { startTime: 0, endTime: 0, pausedAt: null },
  } as const;
  const room = aRoom({ settings, tally, phase, game: aGame(), judged: [JUDGED] });
  room.rules = rulesOf(room.settings);
  applyChange(room, { kind: 'phase', ...endGame(room) });
  return room;
}

describe('the record of a game', () => {
  it('R17.3 has who was there, what was asked, and nothing that tells who somebody is', () => {
    const room = ended({ keeper: KEEPER });
    const record = recordOf(room, EPOCH);
    expect(record).toMatchObject({ id: 'room.1', endedAt: EPOCH, version: room.phase.version });
    expect(record?.asked).toEqual([aGame().questions[0]?.shown]);
    const { owner, ...kept } = record ?? {};
    expect(owner).toEqual({ ...KEEPER, identityId: 'identity-0' });
    expect(JSON.stringify(kept)).not.toMatch(/identity|192\.0|"c0"/);
  });

  it('R17.3 names pictures as they are kept, and not as the game called them', () => {
    const game = aGame();
    const [first, second] = game.questions;
    const image = { id: 'in this game', alt: 'A cat' };
    game.questions = [
      { ...first!, shown: { ...first!.shown, image }, pictures: ['as it is kept'] },
      second!,
    ];
    const phase = {
      kind: 'countdown',
      version: 3,
      count: 3,
      clock: { startTime: 0, endTime: 0, pausedAt: null },
    } as const;
    const room = aRoom({ settings: { keeper: KEEPER }, phase, game, judged: [JUDGED] });
    const { asked = [] } = recordOf(room, EPOCH) ?? {};
    expect(asked.map((shown) => shown.image)).toEqual([
      { id: 'as it is kept', alt: 'A cat' },
      undefined,
    ]);
  });

  it('R17.3 that waited past the end names the pictures of what was judged as they are kept', () => {
    const game = aGame();
    const pictured = (quiz: string, kept: string) => ({
      ...game.questions[0]!,
      shown: { ...game.questions[0]!.shown, quiz, image: { id: 'in this game', alt: '' } },
      pictures: [kept],
    });
    game.questions = [pictured('First?', 'first'), pictured('Dropped?', 'dropped')];
    const phase = {
      kind: 'countdown',
      version: 3,
      count: 2,
      clock: { startTime: 0, endTime: 0, pausedAt: null },
    } as const;
    const room = aRoom({ settings: { keeper: KEEPER }, phase, game, judged: [JUDGED] });
    room.rules = rulesOf(room.settings);
    const during = recordOf(room, EPOCH)!;
    // The second one was dropped, and another one was judged in its place.
    room.game = { ...game, questions: [game.questions[0]!, pictured('Spare?', 'spare')] };
    room.judged = [JUDGED, { ...JUDGED, question: 1, drops: 1 }];
    applyChange(room, { kind: 'phase', ...endGame(room) });
    const atEnd = recordOf(room, EPOCH + 1)!;
    for (const both of [merged(during, atEnd), merged(atEnd, during)])
      expect(both.asked.map(({ quiz, image }) => [quiz, image?.id])).toEqual([
        ['First?', 'first'],
        ['Spare?', 'in this game'],
      ]);
  });

  it('R6.8 of an evening that went on ends with its last round', () => {
    const room = ended({ keeper: KEEPER });
    const first = recordOf(room, EPOCH)!;
    const inNext = { ...first, version: first.version + 1, endedAt: null };
    const second = { ...first, version: first.version + 2, endedAt: EPOCH + 2 };
    expect(merged(first, inNext).endedAt).toBeNull();
    expect(merged(merged(first, inNext), second).endedAt).toBe(EPOCH + 2);
    // A correction in the lobby is no other end.
    expect(merged(first, second).endedAt).toBe(EPOCH);
  });

  it('R17.1 R12.3 is of no room without an account, of no rehearsal, and of no game without a question', () => {
    expect(recordOf(ended({}), EPOCH)).toBeUndefined();
    const rehearsal = { process: 'process', bots: 1, endsAt: EPOCH };
    expect(recordOf(ended({ keeper: KEEPER, rehearsal }), EPOCH)).toBeUndefined();
    expect(recordOf({ ...ended({ keeper: KEEPER }), judged: [] }, EPOCH)).toBeUndefined();
    expect(
      recordOf(aRoom({ settings: { keeper: KEEPER }, judged: [JUDGED] }), EPOCH),
    ).toBeUndefined();
  });

  it('R17.3 that waited names the set that was played, not the one that was chosen since', () => {
    const room = ended({ keeper: KEEPER });
    const set = room.settings.quizSet;
    const languages = { language: 'ko', languages: ['de'], texts: { de: { title: 'Satz' } } };
    room.settings = { ...room.settings, quizSet: { ...set, ...languages } };
    const older = recordOf(room, EPOCH)!;
    expect(older).toMatchObject({ language: 'ko', texts: languages.texts });
    const next = { quizSetId: 'next', title: 'Next', language: 'en', languages: ['fr'] };
    room.settings = { ...room.settings, quizSet: { ...set, ...next } };
    room.phase = { ...room.phase, version: room.phase.version + 1 };
    const newer = recordOf(room, EPOCH)!;
    for (const both of [merged(older, newer), merged(newer, older)]) {
      const { setId, setTitle, language, texts } = older;
      expect(both).toMatchObject({ setId, setTitle, language, texts });
      expect(both.version).toBe(newer.version);
    }
  });
});
