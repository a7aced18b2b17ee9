import { nameOf } from '../../src/protocol/judged-name.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toFraction, type RoomOptions } from '../../src/protocol/index.js';
import { inZone } from '../support/game-data.js';
import { standApart } from '../support/answers.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const COUNTDOWN_MS = 3_000;
const GET_READY_MS = 3_000;

let stage: Stage;
let roomId: string;
let ann: Actor, bob: Actor, screen: Actor;

beforeEach(() => {
  stage = openStage();
});
afterEach(() => closeStage(stage));

/** Everybody stands in zone 1, and the choices of the first question are shown. */
async function toQuestion(options: Partial<RoomOptions> = {}): Promise<void> {
  roomId = await stage.open(options);
  ann = await stage.sit(roomId, 'ann');
  bob = await stage.sit(roomId, 'bob');
  screen = await stage.watch(roomId);
  for (const actor of [ann, bob]) stage.move(actor, inZone(1));
  await stage.flush();
  await stage.driver.start(roomId);
  await stage.pass(COUNTDOWN_MS);
  await stage.pass(GET_READY_MS + 500);
  await stage.flush();
}

const curtain = () => stage.driver.adjust(roomId, { kind: 'curtain', break: null });
const newsOf = (one: Actor, known: number): string[] => stage.eventsTo(one).slice(known);
const positionOf = async (one: Actor): Promise<unknown> =>
  (await stage.state(roomId)).seats.get(one.seat.slot)?.position;

describe.each(['json', 'compact'] as const)(
  'R7.5 a curtain in a blind room, read as %s',
  (format) => {
    it('tells everybody where they stand themselves when it goes up, and nothing of others', async () => {
      stage.format = format;
      await toQuestion({ crowd: 'blind' });
      await curtain();
      stage.move(ann, inZone(2));
      await stage.flush();
      const known = stage.told(ann).length;
      const seen = stage.told(screen).length;
      await stage.driver.adjust(roomId, 'resume');
      await stage.flush();
      const places = stage
        .told(ann)
        .slice(known)
        .flatMap(([event, payload]) => {
          return event === 'updatePosition' ? payload.updates : [];
        });
      const playerPosition = inZone(1).map(toFraction);
      expect(places).toEqual([{ playerId: ann.seat.playerId, playerPosition }]);
      expect(newsOf(screen, seen)).not.toContain('updatePosition');
    });
  },
);

describe.each(['json', 'compact'] as const)('R4.12 a curtain, read as %s', (format) => {
  beforeEach(async () => {
    stage.format = format;
    await toQuestion();
  });

  it('leaves everybody where they stood, whatever their programs send', async () => {
    await curtain();
    const known = stage.told(bob).length;
    stage.move(ann, inZone(2));
    await stage.flush();
    await stage.flush();
    expect(newsOf(bob, known)).toEqual([]);
    expect(await positionOf(ann)).toEqual(inZone(1));
    await stage.driver.adjust(roomId, 'resume');
    await stage.flush();
    const told = stage.told(ann).flatMap(([event, payload]) => {
      return event === 'updatePosition' ? payload.updates : [];
    });
    const own = told.findLast(({ playerId }) => playerId === ann.seat.playerId);
    expect(own?.playerPosition).toEqual(inZone(1).map(toFraction));
    stage.move(ann, inZone(2));
    await stage.flush();
    expect(await positionOf(ann)).toEqual(inZone(2));
  });

  it('hides what is asked from who comes and who comes back, until it goes up', async () => {
    await curtain();
    await stage.drop(ann);
    const back = await stage.sit(roomId, 'ann');
    const late = await stage.sit(roomId, 'dora');
    const watching = await stage.watch(roomId);
    await stage.flush();
    for (const one of [back, late, watching]) {
      const told = stage.told(one);
      expect(told.at(-1)).toMatchObject(['phase', { kind: 'question', curtain: true }]);
      expect(JSON.stringify(told)).not.toContain('Question');
    }
    const known = new Map([back, late, watching, bob].map((one) => [one, stage.told(one).length]));
    await stage.driver.adjust(roomId, 'resume');
    for (const [one, before] of known)
      expect(newsOf(one, before).slice(0, 2)).toEqual(['phase', 'startQuizTime']);
  });

  it('hides a reveal as well, and its correction, and shows both at its end', async () => {
    await stage.driver.adjust(roomId, 'close');
    expect((await stage.state(roomId)).phase.kind).toBe('reveal');
    await curtain();
    const late = await stage.sit(roomId, 'dora');
    await stage.flush();
    const known = [bob, late].map((one) => stage.told(one).length);
    await stage.driver.adjust(roomId, {
      kind: 'correct',
      name: nameOf({ index: 0 }),
      isVoid: true,
      rights: null,
    });
    [bob, late].forEach((one, n) =>
      expect(newsOf(one, known[n]!)).toEqual(['phase', 'updateScores']),
    );
    expect(stage.eventsTo(late)).not.toContain('endQuizTime');
    await stage.driver.adjust(roomId, 'resume');
    for (const one of [bob, late]) {
      const reveal = stage.told(one).findLast(([event]) => event === 'endQuizTime');
      expect(reveal?.[1]).toMatchObject({ isVoid: true, players: [{}, {}, {}] });
    }
    expect(newsOf(late, known[1]!)).toContain('startQuizTime');
  });

  it('R14.1 tells ghosts of their league again behind the reveal that it shows again', async () => {
    const league = async (): Promise<string[]> => {
      const known = stage.told(ann).length;
      await stage.driver.adjust(roomId, 'resume');
      await stage.flush();
      return newsOf(ann, known).filter(
        (event) => event === 'endQuizTime' || event === 'ghostLeague',
      );
    };
    roomId = await stage.open({ gameMode: 'SURVIVAL' });
    const [, ...others] = ([ann, bob] = (await stage.seatAll(
      roomId,
      'ann',
      'bob',
      'cho',
      'dan',
    )) as [Actor, Actor]);
    await stage.driver.start(roomId);
    for (let n = 0; n < 2; n++) {
      await standApart(stage, roomId, others, [ann]);
      await stage.driver.adjust(roomId, 'close');
    }
    await stage.flush();
    await curtain();
    expect(await league()).toEqual(['endQuizTime', 'ghostLeague']);
  });

  it('that a close of the question takes away tells who came what was asked', async () => {
    await stage.pass(3_000);
    await curtain();
    const late = await stage.watch(roomId);
    await stage.flush();
    await stage.driver.adjust(roomId, 'close');
    expect(stage.eventsTo(late).slice(-3)).toEqual(['phase', 'startQuizTime', 'endQuizTime']);
    expect(stage.eventsTo(screen).slice(-3)).toEqual(['phase', 'startQuizTime', 'endQuizTime']);
  });
});
