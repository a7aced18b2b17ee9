import { afterEach, expect, it } from 'vitest';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { floorOf, positionFor, valuesOf } from '../../src/game/kinds/floor.js';
import { placeOf } from '../../src/game/kinds/ruler.js';
import { toFraction, type QuestionPayload, type WirePosition } from '../../src/protocol/index.js';
import { closeFleets, Fleet } from '../faults/fleet.js';
import type { TestClient } from '../support/client.js';
import { goTo, SLOW } from '../support/hall.js';
import { NUMBER, ONE_OF_EACH, PICTURES, POLL, SCALE, SPOT } from '../support/kinds.js';

afterEach(closeFleets);

const SET: QuizSet = {
  id: 'test-set',
  title: 'Kinds',
  language: 'en',
  questions: ONE_OF_EACH.map((question) => {
    return { ...question, limitTime: 60, explanation: 'SECRET why' };
  }),
};
const WRITTEN = { questionOrder: 'written', choiceOrder: 'written' } as const;
const COUNT = ONE_OF_EACH.length;

/** What nobody may be sent as long as a question is open. */
const SECRETS = /solution|summary|explanation|SECRET|tolerance|targets|"rx"|"rights"|"answer"/;

const asked = (client: TestClient): QuestionPayload => client.last('startQuizTime')!;
const onWire = ([x, y]: readonly [number, number]): WirePosition => [toFraction(x), toFraction(y)];

/** Answers with a value, without walking. */
async function choose(client: TestClient, value: number): Promise<void> {
  const newPosition = onWire(positionFor(value, floorOf(asked(client))));
  await client.do('updatePosition', { newPosition });
}

/** A room over two processes: the host and the second guest at the first one, and one reads compact frames. */
async function openHall(options: object = {}) {
  const fleet = await Fleet.inProcess(2, SLOW, [SET]);
  const room = await fleet.openRoom(0, { ...WRITTEN, ...options }, 0);
  await room.host.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: COUNT });
  const ann = fleet.connect(1);
  const bob = fleet.connect(1, { format: 'compact' });
  for (const [guest, playerName] of [
    [ann, 'Ann'],
    [bob, 'Bob'],
  ] as const)
    await guest.do('joinRoom', { gameId: room.pin, playerName });
  const players = [room.host, ann, bob];
  return { fleet, room: { ...room, players }, players, host: room.host, ann, bob };
}

/** Goes to a question, has it answered (null: by nobody), and goes to its reveal, which all are told alike. */
async function play(
  { room, players }: Pick<Awaited<ReturnType<typeof openHall>>, 'room' | 'players'>,
  index: number,
  values: readonly (number | null)[],
) {
  await goTo(room, 'question', index);
  const from = players.map(({ raw }) => raw.findLastIndex((frame) => /startQuizTime/.test(frame)));
  for (const [n, value] of values.entries()) if (value !== null) await choose(players[n]!, value);
  for (const [n, { raw }] of players.entries())
    expect(raw.slice(from[n]).join('\n')).not.toMatch(SECRETS);
  await goTo(room, 'reveal', index);
  const seen = players.map((player) => player.all('endQuizTime').length);
  await Promise.all(
    players.map((player) => player.until(() => player.last('phase')?.kind === 'reveal')),
  );
  expect(new Set(seen).size).toBe(1);
  const [reveal, ...others] = players.map((player) => player.last('endQuizTime')!);
  for (const other of others) expect(other).toEqual(reveal);
  const marks = players.map(({ playerId }) => {
    const mark = reveal!.players.find((one) => one.playerId === playerId);
    return mark && [mark.isAnswer, mark.gain];
  });
  return { question: asked(players[0]!), reveal: reveal!, marks };
}

it('R16 a game of every kind is the same at two processes and in both formats, and tells nothing before its time', async () => {
  const hall = await openHall();
  const { fleet, room, host, ann, bob } = hall;

  const choice = await play(hall, 0, [2, 4, 1]);
  expect(choice.question).toMatchObject({ kind: 'choice', rightCount: 2 });
  expect(choice.question).not.toHaveProperty('blind');
  expect(choice.reveal).toMatchObject({ answer: 2, rights: [2, 4], explanation: 'SECRET why' });
  expect(choice.reveal.summary).toEqual({ kind: 'choice', counts: [1, 1, 0, 1] });
  expect(choice.marks).toEqual([
    [true, 500],
    [true, 500],
    [false, 0],
  ]);

  const ox = await play(hall, 1, [2, 1, 1]);
  expect(ox.question.choiceList.map(({ content }) => content)).toEqual(['O', 'X']);
  expect(ox.reveal).toMatchObject({ answer: 2, solution: { kind: 'choice', rights: [2] } });
  expect(ox.marks.map((mark) => mark?.[1])).toEqual([1000, 0, 0]);

  // Nobody is right, so the nearest is (R16.4): 60 of 70.
  await goTo(room, 'question', 2);
  expect(asked(host)).toMatchObject({
    kind: 'number',
    blind: true,
    choiceList: [],
    ruler: { min: 0, max: 100, step: 5, unit: 'km' },
  });
  const at = (value: number): number => placeOf(value, NUMBER);
  const heard = ann.all('updatePosition').length;
  await choose(host, at(50));
  // Who comes into the middle of it is told the same, and not where the others are.
  const late = fleet.connect(0);
  await late.do('joinRoom', { gameId: room.pin, playerName: 'Late' });
  expect(asked(late)).toEqual(asked(host));
  expect(late.raw.join('\n')).not.toMatch(SECRETS);
  expect(await ann.fail('chatMessage', { message: 'fifty!' })).toBe('BLIND');
  const number = await play(hall, 2, [null, at(60), at(90)]);
  expect(ann.all('updatePosition').length).toBeLessThanOrEqual(heard + 1);
  expect(number.marks.map((mark) => mark?.[1])).toEqual([0, 1000, 0]);
  expect(number.reveal).toMatchObject({
    answer: 0,
    solution: { kind: 'number', answer: 70, tolerance: 5 },
    summary: {
      kind: 'number',
      counts: [
        [50, 1],
        [60, 1],
        [90, 1],
      ],
      median: 60,
    },
  });

  // Another number is right (R4.9).
  const correct = (changes: object): object => ({
    version: host.last('phase')!.version,
    question: 2,
    isVoid: false,
    rights: null,
    ...changes,
  });
  expect(await host.fail('correctQuestion', correct({ rights: [1] }))).toBe('BAD_REQUEST');
  await host.do('correctQuestion', correct({ number: { answer: 88, tolerance: 2 } }) as never);
  const corrected = await bob.wait('endQuizTime', ({ isVoid }) => isVoid === false);
  expect(corrected.solution).toEqual({ kind: 'number', answer: 88, tolerance: 2 });
  expect(corrected.players.map(({ gain }) => gain)).toEqual([0, 0, 1000, 0]);
  await ann.wait('endQuizTime', ({ isVoid }) => isVoid === false);

  const spot = await play(hall, 3, [null, null, null]);
  if (spot.question.kind !== 'spot') throw new Error(spot.question.kind);
  const { places } = spot.question;
  expect(places.map(({ name }) => name).toSorted()).toEqual(['Elsewhere', 'Here', 'There']);
  for (const place of places) expect(Object.keys(place)).toEqual(['name', 'x', 'y']);
  expect(spot.reveal.solution).toEqual({ kind: 'spot', targets: SPOT.targets });
  // Another place is right, and then the one of the set again.
  const there = places.findIndex(({ name }) => name === 'There') + 1;
  const { x, y } = places[there - 1]!;
  const around = { kind: 'spot', targets: [{ x, y, rx: 6_000, ry: 3_000 }] };
  for (const [rights, solution] of [
    [[there], around],
    [null, spot.reveal.solution],
  ] as const) {
    await host.do('correctQuestion', { ...correct({ rights }), question: 3 } as never);
    for (const client of [host, bob])
      await client.wait(
        'endQuizTime',
        (reveal) =>
          reveal.isVoid === false && JSON.stringify(reveal.solution) === JSON.stringify(solution),
      );
  }

  // Who has not moved is not counted, and nobody is marked.
  const poll = await play(hall, 4, [1, POLL.choices.length + 1, null]);
  expect(poll.reveal).toMatchObject({ answer: 0, players: [] });
  expect(poll.reveal).not.toHaveProperty('solution');
  expect(poll.reveal.summary).toEqual({ kind: 'poll', counts: [1, 0, 0, 1], unmoved: 2 });
  const wrong = { ...correct({ isVoid: true }), question: 4, version: host.last('phase')!.version };
  expect(await host.fail('correctQuestion', wrong)).toBe('BAD_REQUEST');

  const scale = await play(hall, 5, [100, 0, null]);
  expect(scale.question).toMatchObject({
    ruler: { min: 0, max: 100, labels: [SCALE.from, SCALE.to] },
  });
  expect(scale.reveal).toMatchObject({
    players: [],
    summary: {
      kind: 'scale',
      counts: [
        [0, 1],
        [100, 1],
      ],
      mean: 50,
      spread: 50,
      unmoved: 2,
    },
  });

  // Somebody who came late sits anywhere, and would share the points there.
  await goTo(room, 'question', 6);
  await late.until(() => asked(late).kind === 'pictures', 'the pictures');
  await choose(late, 1);
  const pictures = await play(hall, 6, [2, 1, 2]);
  // Without a word, a picture is called by its description; no id is that of a kept picture.
  expect(pictures.question).toMatchObject({
    kind: 'pictures',
    choiceList: PICTURES.pictures.map(({ image: { alt }, text = alt }, n) => {
      const id = expect.stringMatching(/^[\da-f]{64}$/) as string;
      return { order: n + 1, content: text, image: { alt, id } };
    }),
  });
  expect(JSON.stringify(pictures.question)).not.toMatch(/1{64}|2{64}|3{64}/);
  expect(pictures.reveal).toMatchObject({ answer: 2, solution: { kind: 'choice', rights: [2] } });
  expect(pictures.marks.map((mark) => mark?.[1])).toEqual([500, 0, 500]);
  // Who comes to a reveal hears it, too.
  const again = fleet.connect(1, { token: bob.token, format: 'compact' });
  await again.do('joinRoom', { gameId: room.pin });
  expect(again.last('endQuizTime')).toEqual(pictures.reveal);
  await host.do('endGame', {});
  const { results } = await host.wait('endGame');
  expect(results.map(({ playerId, score }) => [playerId, score])).toContainEqual([
    bob.playerId,
    1500 + (spot.marks[2]?.[1] as number),
  ]);
});

it('R16.2 nobody falls in survival by a number that nobody knows, and polls cost no life', async () => {
  const hall = await openHall({ gameMode: 'SURVIVAL', lives: 1, extraTime: false });
  await play(hall, 0, [2, 2, 4]);
  await play(hall, 1, [2, 2, 2]);
  const number = await play(hall, 2, [0, 1, 2]);
  expect(number.reveal.players.map(({ isAlive }) => isAlive)).toEqual([true, true, true]);
  expect(number.marks.map((mark) => mark?.[0])).toEqual([false, false, false]);
  const { question } = await play(hall, 3, [1, 1, 1]);
  expect(valuesOf(floorOf(question))).toEqual([1, 2, 3]);
  await play(hall, 4, [1, 2, 3]);
  const last = await play(hall, 5, [0, 50, 100]);
  expect(last.reveal.players).toEqual([]);
  await hall.host.do('endGame', {});
  const { results } = await hall.host.wait('endGame');
  expect(results).toHaveLength(3);
});
