import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mutePlayer } from '../../src/game/moderation-commands.js';
import type { Position } from '../../src/game/shared/zones.js';
import { limits, STEPS, type NearChat } from '../../src/protocol/index.js';
import { standApart } from '../support/answers.js';
import { codeOf } from '../support/game-data.js';
import { passRead } from '../support/pass-read.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

/** Longer than any area waits for its turn. */
const ROUND_MS = 200;
const CELL = STEPS / 8;
const HERE: Position = [Math.floor(CELL * 1.5), Math.floor(CELL * 1.5)];
const BESIDE: Position = [Math.floor(CELL * 2.5), Math.floor(CELL * 2.5)];
const FAR: Position = [Math.floor(CELL * 3.5), Math.floor(CELL * 1.5)];

let stage: Stage;
let roomId: string;

beforeEach(async () => {
  stage = openStage();
  stage.format = 'compact';
  roomId = await stage.open({ maxPlayerCount: 1_000, gameMode: 'SURVIVAL' });
});
afterEach(() => closeStage(stage));

/** Seats some, each where it is said; the first one is the host. */
async function seat(...places: Position[]): Promise<Actor[]> {
  const actors: Actor[] = [];
  for (const [n] of places.entries())
    actors.push(await stage.sit(roomId, n === 0 ? 'ann' : `Player ${n}`));
  await stage.pass(ROUND_MS);
  for (const [n, place] of places.entries()) stage.move(actors[n] as Actor, place);
  await stage.pass(ROUND_MS);
  stage.broadcaster.clear();
  return actors;
}

const say = ({ membership, seat }: Actor, message: string): Promise<string> =>
  codeOf(() => stage.rooms.chatNear(membership.room, seat, message));

/** Says it, and lets everybody hear who is to; answers what became of it. */
const said = async (actor: Actor, message: string): Promise<string> => {
  const outcome = say(actor, message);
  await stage.pass(ROUND_MS);
  return outcome;
};

const keepUp = (ms: number): Promise<void> => passRead(stage, roomId, ms);

const heardBy = (actor: Actor): NearChat[] =>
  stage.told(actor).flatMap(([event, payload]) => (event === 'nearChat' ? payload.messages : []));
const messagesTo = (actor: Actor): string[] => heardBy(actor).map(({ message }) => message);
const bytesTo = ({ connectionId }: Actor): string =>
  JSON.stringify(stage.broadcaster.heard(connectionId));

/** Up to a reveal in which the players in `fallen` have fallen; then all stand in the same cell again. */
async function fell(actors: readonly Actor[], fallen: readonly Actor[]): Promise<void> {
  const { driver } = stage;
  await driver.start(roomId, false);
  const living = actors.filter((actor) => !fallen.includes(actor));
  await standApart(stage, roomId, living, fallen);
  await stage.finish(driver.adjust(roomId, 'skip'));
  const { view } = stage.room(roomId);
  for (const actor of actors)
    expect(view.audienceOf(actor.seat.slot)).toBe(fallen.includes(actor) ? 'ghosts' : 'living');
  for (const actor of actors) stage.move(actor, HERE);
  await stage.pass(ROUND_MS);
  stage.broadcaster.clear();
}

describe('R23.7 who is told of near chat', () => {
  it('those near and the speaker, with slot and text, and nobody far, no screen and no newcomer', async () => {
    const [speaker, beside, far] = (await seat(HERE, BESIDE, FAR)) as [Actor, Actor, Actor];
    const screen = await stage.watch(roomId);
    await stage.pass(1_000);
    expect(await said(speaker, 'hello there')).toBe('ok');
    const told = [{ slot: speaker.seat.slot, message: 'hello there' }];
    expect([heardBy(speaker), heardBy(beside)]).toEqual([told, told]);
    const late = await stage.sit(roomId, 'Late');
    stage.move(late, HERE);
    await stage.pass(1_000);
    for (const actor of [far, screen, late]) expect(bytesTo(actor)).not.toContain('hello there');
  });

  it('nothing of it is kept or numbered, and it does not wait for the bucket of the room', async () => {
    const [speaker, beside, other] = (await seat(HERE, BESIDE, HERE)) as [Actor, Actor, Actor];
    stage.store.takeChat = async () => 60_000;
    expect(await codeOf(() => stage.say(other, 'to all'))).toBe('SLOW_MODE');
    expect(await said(other, 'to those near')).toBe('ok');
    expect(messagesTo(beside)).toEqual(['to those near']);
    expect((await stage.store.snapshot(roomId))?.chat).toEqual([]);
    expect(stage.room(roomId).view.chat.all()).toEqual([]);
    stage.chat(speaker, 'host to all');
    await stage.pass(ROUND_MS);
    expect((await stage.store.snapshot(roomId))?.chat).toMatchObject([{ ghostId: 1 }]);
  });

  it('everybody once who walks about among cells, whatever is said where they are', async () => {
    const places = Array.from({ length: 9 }, (): Position => HERE);
    const actors = await seat(...places);
    const walkers = actors.slice(0, 4);
    const speakers = actors.slice(4);
    const all: string[] = [];
    const room = stage.room(roomId);
    for (let round = 0; round < 60; round++) {
      // Within the cells that hear what is said in the middle one.
      for (const [n, walker] of walkers.entries()) {
        const part = 0.3 + ((round * 7 + n * 5) % 25) / 10;
        stage.move(walker, [Math.floor(CELL * part), Math.floor(CELL * (2.8 - part))]);
      }
      const message = `message ${round}`;
      const outcome = say(speakers[round % speakers.length] as Actor, message);
      await stage.pass(450);
      if ((await outcome) === 'ok') all.push(message);
      // They keep up.
      for (const { connectionId } of actors) room.echo(connectionId, room.flushSender.seq);
    }
    await stage.pass(ROUND_MS);
    expect(all.length).toBeGreaterThan(50);
    for (const actor of actors) expect(messagesTo(actor)).toEqual(all);
  });

  it('everybody once who is alone in a cell while the curtain goes up', async () => {
    const [host, guest] = (await seat(HERE, BESIDE)) as [Actor, Actor];
    const { driver } = stage;
    await driver.start(roomId, false);
    await stage.finish(driver.adjust(roomId, { kind: 'curtain', break: null }));
    await stage.pass(ROUND_MS);
    stage.broadcaster.clear();
    const { batch } = stage.room(roomId);
    let outcome: Promise<string> | undefined;
    // As soon as it has gone up, within the call that raises it.
    const enterPhase = batch.enterPhase.bind(batch);
    batch.enterPhase = (...args) => {
      enterPhase(...args);
      outcome ??= say(guest, 'coffee?');
    };
    void driver.adjust(roomId, 'resume');
    await stage.pass(2 * ROUND_MS);
    expect(await outcome).toBe('ok');
    expect([messagesTo(host), messagesTo(guest)]).toEqual([['coffee?'], ['coffee?']]);
  });

  it('who has just jumped far away hears what they say there', async () => {
    const [, guest] = (await seat(HERE, BESIDE)) as [Actor, Actor];
    for (let round = 0; round < 8; round++) {
      stage.move(guest, round % 2 === 0 ? [STEPS - 10, STEPS - 10] : BESIDE);
      await stage.pass(20 + round * 5);
      expect(await said(guest, `message ${round}`)).toBe('ok');
      expect(messagesTo(guest)).toHaveLength(round + 1);
      for (let wait = 0; wait < 5; wait++) await keepUp(400);
    }
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'everybody once, in bounded frames, who crosses while more is said than a frame takes (%i)',
    async (ticks) => {
      const actors = await seat(...Array.from({ length: 40 }, (): Position => HERE), BESIDE);
      const [, walker] = actors as [Actor, Actor];
      const chats = actors.slice(2, 40).map(({ seat: { slot, generation } }, n) => ({
        slot,
        generation,
        message: `message ${n}`,
        near: true,
      }));
      await stage.elsewhere.store.share(roomId, { moves: [], chats });
      await stage.pass(20 * ticks);
      stage.move(walker, BESIDE);
      await keepUp(1_000);
      const told = messagesTo(walker);
      expect([...told].sort()).toEqual(chats.map(({ message }) => message).sort());
      const sizes = stage
        .told(walker)
        .flatMap(([event, payload]) => (event === 'nearChat' ? payload.messages.length : []));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(limits.NEAR_CHATS_IN_FRAME);
    },
  );

  it('who has gone meanwhile is still told of, and whom the host has kicked is not', async () => {
    const [host, goer, kicked] = (await seat(HERE, HERE, HERE)) as [Actor, Actor, Actor];
    void say(goer, 'bye');
    await stage.exit(goer);
    await stage.pass(ROUND_MS);
    expect(heardBy(host)).toEqual([{ slot: goer.seat.slot, message: 'bye' }]);
    void say(kicked, 'rude');
    await stage.rooms.kick(stage.room(roomId), kicked.seat.playerId);
    await stage.pass(ROUND_MS);
    expect(bytesTo(host)).not.toContain('rude');
  });

  it('R7.1 ghosts hear everybody, and no byte of what a ghost says gets to the living', async () => {
    const places = Array.from({ length: 6 }, (): Position => HERE);
    const actors = await seat(...places);
    const [ghost, another, ...living] = actors as [Actor, Actor, ...Actor[]];
    await fell(actors, [ghost, another]);
    const [one] = living as [Actor];
    expect([await said(ghost, 'boo'), await said(one, 'alive')]).toEqual(['ok', 'ok']);
    for (const actor of [ghost, another]) expect(messagesTo(actor)).toEqual(['boo', 'alive']);
    for (const actor of living) {
      expect(messagesTo(actor)).toEqual(['alive']);
      expect(bytesTo(actor)).not.toContain('boo');
    }
  });

  it('R7.1 a ghost that says much keeps no living from saying something', async () => {
    const places = Array.from({ length: 16 }, (): Position => HERE);
    const actors = await seat(...places);
    const ghosts = actors.slice(0, 12);
    await fell(actors, ghosts);
    const outcomes = await Promise.all([
      ...ghosts.map((ghost) => say(ghost, 'boo')),
      stage.pass(ROUND_MS).then(() => 'passed'),
    ]);
    expect(outcomes).toContain('SLOW_MODE');
    expect(await said(actors[15] as Actor, 'alive')).toBe('ok');
  });
});

describe('R23.7 what guards near chat', () => {
  it('a hall, a mute, a chat that is closed, a blind question and slow mode refuse it', async () => {
    const hall = await stage.open({ maxPlayerCount: 300 });
    const inHall = await stage.sit(hall, 'ann');
    await stage.pass(ROUND_MS);
    stage.broadcaster.clear();
    expect(await said(inHall, 'near?')).toBe('BAD_REQUEST');
    expect(bytesTo(inHall)).toBe('[]');

    const [host, guest] = (await seat(HERE, HERE)) as [Actor, Actor];
    const { room } = guest.membership;
    await stage.directory.run(roomId, mutePlayer(guest.seat.playerId, true));
    expect(await said(guest, 'a')).toBe('MUTED');
    await stage.directory.run(roomId, mutePlayer(guest.seat.playerId, false));
    await stage.rooms.changeSettings(room, { isMuted: true });
    expect([await said(guest, 'b'), await said(host, 'host')]).toEqual(['MUTED', 'ok']);
    await stage.rooms.changeSettings(room, { isMuted: false, slowSeconds: 30 });
    expect([await said(guest, 'c'), await said(guest, 'd')]).toEqual(['ok', 'SLOW_MODE']);
    await stage.pass(10_000);
    expect([await said(guest, 'e'), await said(host, 'again')]).toEqual(['SLOW_MODE', 'ok']);
    expect(messagesTo(host)).toEqual(['host', 'c', 'again']);

    const blind = await stage.open({ maxPlayerCount: 1_000, crowd: 'blind' });
    const player = await stage.sit(blind, 'eve');
    await stage.pass(ROUND_MS);
    await stage.driver.start(blind, false);
    await stage.finish(stage.driver.adjust(blind, 'skip'));
    stage.broadcaster.clear();
    expect(await said(player, 'second zone')).toBe('BLIND');
    expect(bytesTo(player)).not.toContain('second zone');
  });

  it('R8.6 masks words, and what was said is told to nobody', async () => {
    const [host, guest] = (await seat(HERE, HERE)) as [Actor, Actor];
    await stage.rooms.changeSettings(guest.membership.room, { filterWords: true });
    expect(await said(guest, 'so bad')).toBe('ok');
    expect(messagesTo(host)).toEqual(['so ***']);
    expect(bytesTo(host)).not.toContain('so bad');
  });

  it('a player says something every two seconds at most, the host as well; who is refused loses nothing', async () => {
    const [host, guest] = (await seat(HERE, HERE)) as [Actor, Actor];
    for (const actor of [host, guest]) {
      expect([await said(actor, 'one'), await said(actor, 'two')]).toEqual(['ok', 'SLOW_MODE']);
      await stage.pass(limits.NEAR_CHAT_EVERY_MS - 2 * ROUND_MS - 1);
      expect(await codeOf(() => stage.rooms.chatNear(actor.membership.room, actor.seat, 'x'))).toBe(
        'SLOW_MODE',
      );
      await stage.pass(2);
      expect(await said(actor, 'three')).toBe('ok');
    }
    expect(messagesTo(guest)).toEqual(['one', 'three', 'one', 'three']);
  });

  it('a cell in which everybody speaks gets a bounded frame: all else is answered, and nothing is lost', async () => {
    const actors = await seat(...Array.from({ length: 100 }, (): Position => HERE));
    const long = '가'.repeat(200);
    const outcomes = await Promise.all([
      ...actors.map((actor, n) => say(actor, `${n} ${long.slice(4)}`)),
      stage.pass(1_000).then(() => 'passed'),
    ]);
    const taken = outcomes.filter((outcome) => outcome === 'ok').length;
    const refused = outcomes.filter((outcome) => outcome === 'SLOW_MODE').length;
    expect([taken, refused]).toEqual([limits.NEAR_CHATS_AT_ONCE, actors.length - taken]);
    const watcher = actors[99] as Actor;
    expect(messagesTo(watcher)).toHaveLength(taken);
    const frames = stage.broadcaster.payloads(watcher.connectionId, 'flush');
    const largest = Math.max(...frames.map((frame) => Buffer.byteLength(JSON.stringify(frame))));
    expect(largest).toBeLessThan(10_000);
    // Somebody who stands elsewhere may.
    const other = await stage.sit(roomId, 'Other');
    await stage.pass(ROUND_MS);
    stage.move(other, [STEPS - 1, STEPS - 1]);
    await stage.pass(ROUND_MS);
    expect(await said(other, 'here')).toBe('ok');
  });

  it('what other processes pass on counts, is told in bounded frames, and holds back who speaks here', async () => {
    const actors = await seat(...Array.from({ length: 40 }, (): Position => HERE));
    const [first, second] = actors as [Actor, Actor];
    const chats = actors.slice(2).map(({ seat: { slot, generation } }) => {
      return { slot, generation, message: '가'.repeat(800), near: true };
    });
    await stage.elsewhere.store.share(roomId, { moves: [], chats });
    await stage.pass(2);
    expect(await say(first, 'me too')).toBe('SLOW_MODE');
    await stage.pass(1_000);
    expect(messagesTo(second)).toHaveLength(chats.length);
    const frames = stage.broadcaster.payloads(second.connectionId, 'flush');
    const largest = Math.max(...frames.map((frame) => Buffer.byteLength(JSON.stringify(frame))));
    expect(largest).toBeLessThan(limits.NEAR_CHATS_IN_FRAME * 2_500 + 2_000);
    await stage.pass(2_000);
    expect(await said(first, 'me now')).toBe('ok');
  });

  it('a break takes near chat as it takes chat', async () => {
    const [host, guest] = (await seat(HERE, HERE)) as [Actor, Actor];
    const { driver } = stage;
    await driver.start(roomId, false);
    const curtain = { kind: 'curtain', break: { message: 'Tea', minutes: 5 } } as const;
    await stage.finish(driver.adjust(roomId, curtain));
    expect(stage.room(roomId).view.isCurtained).toBe(true);
    stage.broadcaster.clear();
    const toAll = codeOf(() => stage.say(guest, 'to all'));
    await stage.pass(ROUND_MS);
    expect(await toAll).toBe('ok');
    expect(await said(guest, 'coffee?')).toBe('ok');
    expect(messagesTo(host)).toEqual(['coffee?']);
  });
});
