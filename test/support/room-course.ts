/** Whatever can happen in a room of a store, drawn at random and often in vain. */
import { comeBack } from '../../src/game/come-back.js';
import { lowerCurtain } from '../../src/game/curtain.js';
import { fallBack, handOver, standIn, takeBack } from '../../src/game/host.js';
import { acceptHostLink, revokeHostLinks, setHostLink } from '../../src/game/host-link.js';
import { listNames } from '../../src/game/name-list.js';
import { setExtraTime } from '../../src/game/extra-time.js';
import { deleteMessages, mutePlayer } from '../../src/game/moderation-commands.js';
import { drawInt, drawOne, type Random } from '../../src/game/shared/random.js';
import { endRehearsal, startRehearsal } from '../../src/game/rehearsal.js';
import { setCoHost } from '../../src/game/roles.js';
import { BOTH, done, type RoomCommand } from '../../src/game/room-command.js';
import type { RoomState, Seat } from '../../src/game/room-state.js';
import {
  addCockpit,
  addScreen,
  dismissScreens,
  removeScreen,
} from '../../src/game/screen-commands.js';
import { SLOT_REST_MS } from '../../src/game/leave-change.js';
import {
  drop,
  dropProcess,
  free,
  freeSeat,
  kick,
  leave,
  rename,
  sit,
} from '../../src/game/seat-commands.js';
import { bringQuizSet, changeOptions, changeSettings } from '../../src/game/settings-commands.js';
import { advance, endGame, extend, pause, resume, startGame } from '../../src/game/transitions.js';
import { evenDeal, listTeams, moveToTeam, nameTeams } from '../../src/game/teams.js';
import { RoomError } from '../../src/protocol/index.js';
import { decideAll } from '../../src/server/live/store/room-writer.js';
import { aSet, inZone, LENGTHS, someQuestions } from './game-data.js';
import { ONE_OF_EACH } from './kinds.js';
import type { Writing } from './store-verbs.js';

/** Every kind of question, and what is usual. */
const MIXED = [...someQuestions(5), ...ONE_OF_EACH];
/** Every player has been in the room before, or may be, but few have the same name. */
const IDENTITIES = 10;
const NAMES = 4;
const PROCESSES = ['one', 'two'];

type Draw = (random: Random, room: RoomState) => RoomCommand<unknown>;

const someSeat = (random: Random, { seats }: RoomState): Seat | undefined =>
  seats.size === 0 ? undefined : drawOne(random, [...seats.values()]);
/** Somebody who sits, or somebody who does not. */
const someId = (random: Random, room: RoomState): string =>
  (random() < 0.9 ? someSeat(random, room)?.playerId : undefined) ?? 'nobody';
const hostOf = ({ seats, hostId, ownerIdentityId }: RoomState): string =>
  [...seats.values()].find(({ playerId }) => playerId === hostId)?.identityId ?? ownerIdentityId;
/** A seat as a connection holds it, or as one did that has been replaced since. */
const someHold = (random: Random, room: RoomState) => {
  const seat = someSeat(random, room);
  const generation = (seat?.generation ?? 1) - (random() < 0.2 ? 1 : 0);
  return { slot: seat?.slot ?? 0, generation, connectionId: seat?.connectionId ?? 'nobody' };
};
const someName = (random: Random): string => `Name ${drawInt(random, NAMES)}`;
const fresh = (random: Random): string => random().toString(36).slice(2);

const sits: Draw = (random) => {
  const n = drawInt(random, IDENTITIES);
  return sit({
    identityId: `identity-${n}`,
    address: `192.0.2.${n}`,
    connectionId: `c${fresh(random)}`,
    process: drawOne(random, PROCESSES),
    // Each seat has an id of its own, behind what they have in common.
    playerId: `p${n}.${fresh(random)}`,
    playerName: someName(random),
    position: inZone(1 + drawInt(random, 2)),
    isStoreFull: random() < 0.05,
    isBot: random() < 0.2,
  });
};
/** Decided on what the commands before it have left of the room. */
const goesOn: Draw = (random) => ({
  reads: BOTH,
  decide(room, now) {
    if (room.phase.kind === 'lobby') {
      const started = startGame(room, { questions: MIXED, random }, now, LENGTHS);
      return done(...evenDeal(room, started), { kind: 'phase', ...started });
    }
    const transition = drawOne(random, [
      () => advance(room, now, LENGTHS),
      () => advance(room, now, LENGTHS),
      () => (random() < 0.2 ? endGame(room) : extend(room)),
      () => pause(room, now),
      () => lowerCurtain(room, now, random() < 0.5 ? null : { message: 'Tea', minutes: 5 }),
      () => resume(room, now),
    ])();
    return done({ kind: 'phase', ...transition });
  },
});

const DRAWS: Draw[] = [
  sits,
  sits,
  sits,
  goesOn,
  goesOn,
  goesOn,
  (random, room) => drop(someHold(random, room)),
  (random, room) => leave(someHold(random, room)),
  (random, room) => free(someHold(random, room)),
  (random, room) => (random() < 0.2 ? kick(someId(random, room)) : changeSettings({})),
  (random, room) => rename(someId(random, room), someName(random)),
  (random) => (random() < 0.3 ? dropProcess(drawOne(random, PROCESSES)) : changeSettings({})),
  (random, room) => mutePlayer(someId(random, room), random() < 0.6),
  (random, room) => setExtraTime(someId(random, room), random() < 0.6),
  (random, room) => handOver(hostOf(room), someId(random, room)),
  (random, room) => setCoHost(someId(random, room), random() < 0.6),
  (random, room) => (random() < 0.5 ? takeBack(room.ownerIdentityId) : fallBack(room.hostId)),
  () => standIn,
  (random, room) => (random() < 0.1 ? comeBack(room.lastPresentAt) : changeSettings({})),
  (random, room) =>
    random() < 0.5
      ? setHostLink('digest')
      : acceptHostLink(someSeat(random, room)?.identityId ?? 'watcher-1', 'digest'),
  (random) => (random() < 0.3 ? revokeHostLinks : standIn),
  (random) => {
    const n = drawInt(random, IDENTITIES);
    const identityId = random() < 0.5 ? `identity-${n}` : `watcher-${n}`;
    const process = drawOne(random, PROCESSES);
    const add = random() < 0.3 ? addCockpit : addScreen;
    return add({ connectionId: `s${fresh(random)}`, identityId, process });
  },
  (random, { screens }) =>
    random() < 0.1 ? dismissScreens : removeScreen([...screens.keys()][drawInt(random, 9)] ?? ''),
  (random) =>
    random() < 0.4
      ? endRehearsal
      : startRehearsal({ process: drawOne(random, PROCESSES), bots: 3, endsAt: COURSE_BEGINS_AT }),
  (random) => listNames([someName(random)], random() < 0.7),
  (random) =>
    changeOptions({
      teams: drawOne(random, ['none', 'choice', 'dealt', 'dealt', 'list'] as const),
    }),
  (random) =>
    nameTeams(
      drawOne(random, [
        ['Oaks', 'Elms'],
        ['Oaks', 'Elms', 'Firs'],
      ]),
    ),
  (random) =>
    listTeams([{ playerName: someName(random), team: drawInt(random, 3) }], random() < 0.7),
  (random, room) => moveToTeam(hostOf(room), someId(random, room), drawInt(random, 3)),
  (random) => changeSettings({ names: random() < 0.1 ? 'list' : 'free' }),
  (random, room) => freeSeat(someId(random, room)),
  (random) => changeSettings({ isLocked: random() < 0.1, isMuted: random() < 0.5 }),
  (random) => changeOptions({ title: `Title ${drawInt(random, 9)}`, isPublic: random() < 0.5 }),
  (random) => {
    const count = 1 + drawInt(random, 3);
    return bringQuizSet(aSet(count), { quizSetId: 'custom', quizCount: count, title: 'Own' });
  },
];

/** Far away, so that no deadline of a course is ever due. */
export const COURSE_BEGINS_AT = 2 ** 41;

/** A course has a clock of its own, so that it is the same in every store. */
export class RoomCourse {
  private now = COURSE_BEGINS_AT;

  constructor(
    private readonly parts: Writing,
    private readonly roomId: string,
    private readonly random: Random,
  ) {}

  /** Does something; returns what came of it, refusals included. */
  async step(): Promise<unknown> {
    const { random } = this;
    this.now += drawInt(random, random() < 0.1 ? 2 * SLOT_REST_MS : 1_000);
    if (random() < 0.03) return this.delete();
    return random() < 0.25 ? this.share() : this.run();
  }

  /** Deletes a message that is kept, or nothing. */
  private async delete(): Promise<unknown> {
    const { chat } = (await this.parts.store.snapshot(this.roomId))!;
    const found = chat[drawInt(this.random, chat.length + 1)];
    const { ghostId, livingId, timestamp } = found ?? { ghostId: 1, livingId: 1, timestamp: 1 };
    await this.append(await this.room(), deleteMessages([{ ghostId, livingId, timestamp }]));
    return ghostId;
  }

  private async room(): Promise<RoomState> {
    const room = await this.parts.store.readRoom(this.roomId);
    if (room === undefined) throw new Error('the room is gone');
    // In one order in every store, as what is drawn and decided goes through the seats.
    return { ...room, seats: new Map([...room.seats].sort(([a], [b]) => a - b)) };
  }

  /** Several commands at once, as a queue makes one append of them, now and then on an older room. */
  private async run(): Promise<unknown> {
    const { random, now } = this;
    const { writer } = this.parts;
    const room = await this.room();
    const commands: RoomCommand<unknown>[] = [];
    for (let n = drawInt(random, 4); n >= 0; n--)
      commands.push(drawOne(random, DRAWS)(random, room));
    const { append, results } = decideAll(room, commands, now);
    if (random() < 0.1) await this.append(room, sits(random, room));
    const outcome = await writer.append(this.roomId, append);
    return [outcome, results.map((result) => ('error' in result ? codeOf(result) : result))];
  }

  private async append(room: RoomState, command: RoomCommand<unknown>): Promise<void> {
    await this.parts.writer.append(this.roomId, decideAll(room, [command], this.now).append);
  }

  private async share(): Promise<unknown> {
    const { random } = this;
    const room = await this.room();
    const seats = [...room.seats.values()];
    const position = inZone(1 + drawInt(random, 2));
    const moves = seats
      .filter(() => random() < 0.5)
      .map(({ slot, generation }) => ({ slot, generation, position }));
    const chats = Array.from({ length: drawInt(random, 4) }, () => {
      const { slot, generation } = someHold(random, room);
      return { slot, generation, message: `${slot} says ${random()}` };
    });
    return this.parts.store.share(this.roomId, { moves, chats });
  }
}

function codeOf({ error }: { error: unknown }): string {
  if (error instanceof RoomError) return error.code;
  throw error;
}
