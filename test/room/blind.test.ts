import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rename } from '../../src/game/seat-commands.js';
import { toFraction } from '../../src/protocol/index.js';
import { standApart } from '../support/answers.js';
import { aSet, codeOf, inZone } from '../support/game-data.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const COUNTDOWN_MS = 3_000;

let stage: Stage;
let roomId: string;
let ann: Actor, bob: Actor, screen: Actor;

beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open({ crowd: 'blind', gameMode: 'SURVIVAL' });
});
afterEach(() => closeStage(stage));

/** Everybody stands in zone 1, and the first question is asked. */
async function toQuestion(): Promise<void> {
  ann = await stage.sit(roomId, 'ann');
  bob = await stage.sit(roomId, 'bob');
  screen = await stage.watch(roomId);
  for (const actor of [ann, bob]) stage.move(actor, inZone(1));
  await stage.flush();
  await stage.driver.start(roomId);
  await stage.pass(COUNTDOWN_MS);
  await stage.flush();
}

const wire = (zone: number): number[] => inZone(zone).map(toFraction);
const placeOf = (told: Actor, who: Actor): unknown =>
  stage
    .told(told)
    .flatMap(([event, payload]) => {
      if (event === 'joinRoom') return payload.players;
      return event === 'updatePosition' ? payload.updates : [];
    })
    .findLast(({ playerId }) => playerId === who.seat.playerId)?.playerPosition;

describe.each(['json', 'compact'] as const)('R7.5 a blind room, read as %s', (format) => {
  beforeEach(async () => {
    stage.format = format;
    await toQuestion();
  });

  it('tells nobody where the others walk, until the bell brings everybody', async () => {
    const known = new Map([ann, bob, screen].map((one) => [one, stage.told(one).length]));
    const news = (one: Actor): string[] => stage.eventsTo(one).slice(known.get(one));
    stage.move(ann, inZone(2));
    await stage.flush();
    stage.move(ann, inZone(2));
    await stage.pass(5_000);
    for (const one of [ann, bob, screen]) expect(news(one)).toEqual([]);
    const { phase } = await stage.state(roomId);
    if (phase.kind !== 'question') throw new Error(phase.kind);
    await stage.pass(phase.clock.endTime - Date.now() + 10);
    await stage.flush();
    for (const one of [bob, screen]) {
      expect(news(one)).toEqual(['phase', 'endQuizTime', 'updatePosition']);
      expect(placeOf(one, ann)).toEqual(wire(2));
    }
  });

  it('tells who comes back, and who comes late, places as of before, and their own as it is', async () => {
    stage.move(ann, inZone(2));
    stage.move(bob, inZone(2));
    await stage.flush();
    await stage.drop(ann);
    const back = await stage.sit(roomId, 'ann');
    const late = await stage.sit(roomId, 'dora');
    const watching = await stage.watch(roomId);
    await stage.flush();
    expect(placeOf(back, bob)).toEqual(wire(1));
    expect(placeOf(back, back)).toEqual(wire(2));
    for (const one of [late, watching]) {
      expect(placeOf(one, bob)).toEqual(wire(1));
      expect(placeOf(one, back)).toEqual(wire(1));
      expect(stage.eventsTo(one).at(-1)).toBe('startQuizTime');
    }
  });

  it('lets nobody say or change a name before the bell, pauses included', async () => {
    for (const actor of [ann, bob])
      expect(await codeOf(() => stage.say(actor, 'it is two'))).toBe('BLIND');
    const renamed = (): Promise<string> =>
      stage.changeElsewhere(roomId, rename(bob.seat.playerId, 'two'));
    expect(await codeOf(renamed)).toBe('BLIND');
    await stage.driver.adjust(roomId, 'pause');
    stage.move(ann, inZone(2));
    await stage.flush();
    expect(placeOf(bob, ann)).toEqual(wire(1));
    expect(await codeOf(() => stage.say(ann, 'two!'))).toBe('BLIND');
    await stage.driver.adjust(roomId, 'resume');
    expect(await codeOf(renamed)).toBe('BLIND');
    await stage.driver.adjust(roomId, 'skip');
    expect((await stage.state(roomId)).phase.kind).toBe('reveal');
    expect(await codeOf(renamed)).toBe('ok');
    const said = codeOf(() => stage.say(ann, 'it was two'));
    await stage.flush();
    expect(await said).toBe('ok');
  });
});

describe('R7.5 a process that hosts the room only in the middle of the question', () => {
  it('knows where everybody was when it was asked', async () => {
    await toQuestion();
    stage.move(ann, inZone(2));
    await stage.flush();
    for (const one of [ann, bob]) await stage.drop(one);
    const { phase } = await stage.state(roomId);
    if (phase.kind !== 'question') throw new Error(phase.kind);
    const [x, y] = inZone(1);
    expect(phase.places).toContainEqual([ann.seat.slot, x, y]);
  });
});

describe('R4.8 a dropped question of a blind room', () => {
  it('is followed by one at which all are told where everybody stands by then', async () => {
    await toQuestion();
    stage.move(ann, inZone(2));
    await stage.flush();
    expect(placeOf(bob, ann)).toEqual(wire(1));
    await stage.driver.adjust(roomId, 'drop');
    const late = await stage.sit(roomId, 'late');
    await stage.flush();
    for (const one of [bob, screen, late]) expect(placeOf(one, ann)).toEqual(wire(2));
    stage.move(ann, inZone(1));
    await stage.flush();
    for (const one of [bob, screen, late]) expect(placeOf(one, ann)).toEqual(wire(2));
  });
});

describe('R14.2 a revival in a blind room', () => {
  it('shows those who come back where they stand when the question is put', async () => {
    closeStage(stage);
    stage = openStage({ set: aSet(6) });
    roomId = await stage.open({ crowd: 'blind', gameMode: 'SURVIVAL', revival: true }, 6);
    const names = ['ann', 'bob', 'cho', 'dan', 'eve', 'fay', 'gil', 'hal'];
    const [first, second, back, ...others] = (await stage.seatAll(roomId, ...names)) as [
      Actor,
      Actor,
      Actor,
    ];
    await stage.driver.start(roomId);
    await standApart(stage, roomId, [first, second], [back, ...others]);
    await stage.driver.adjust(roomId, 'close');
    stage.move(back, [7, 9]);
    await stage.flush();
    expect(placeOf(first, back)).not.toEqual([7, 9].map(toFraction));
    await stage.driver.adjust(roomId, 'next');
    await stage.flush();
    expect(stage.eventsTo(first)).toContain('revival');
    expect(placeOf(first, back)).toEqual([7, 9].map(toFraction));
    stage.move(back, [70, 90]);
    await stage.flush();
    expect(placeOf(first, back)).toEqual([7, 9].map(toFraction));
  });
});
