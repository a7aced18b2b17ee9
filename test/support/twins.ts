import type { ChatCursor } from '../../src/game/chat-log.js';
import { RoomError, STEPS, type FlushEvent, type Format } from '../../src/protocol/index.js';
import { CompactReader } from './compact-reader.js';
import { isPrivate } from './private-events.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { INTERVAL_MS, type Actor, type Stage } from './stage.js';

const FORMATS: readonly Format[] = ['json', 'compact'];

/** Two who do the same at the same moment, of whom one reads JSON and one compact frames. */
export interface Twins {
  names: [json: string, compact: string];
  /** One for each time that they connected. */
  visits: { actors: [json: Actor, compact: Actor]; end: 'none' | 'dropped' | 'left' | 'kicked' }[];
}

/** A room full of twins in which anything may happen, drawn from a seed. */
export class TwinRoom {
  readonly all: Twins[] = [];
  private readonly random;
  private born = 0;

  constructor(
    private readonly stage: Stage,
    private readonly roomId: string,
    seed: number,
  ) {
    this.random = seeded(seed);
  }

  /** Several things at once, and then a flush or some time. */
  async step(): Promise<void> {
    for (let count = this.upTo(6); count >= 0; count--) await this.act();
    await this.pass(this.random() < 0.04 ? 20_000 : INTERVAL_MS);
  }

  /** Time passes, and compact clients tell what they have seen, as real ones do. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 500) {
      await this.stage.pass(Math.min(left, 500));
      const room = this.stage.directory.get(this.roomId);
      for (const { visits } of this.all) {
        const { connectionId } = visits.at(-1)!.actors[1];
        const seq = this.stage.broadcaster.payloads(connectionId, 'flush').at(-1)?.[0];
        if (seq !== undefined) room?.echo(connectionId, seq);
      }
    }
  }

  async watch(): Promise<void> {
    const actors = await this.both(() => this.stage.watch(this.roomId));
    this.all.push({ names: ['', ''], visits: [{ actors, end: 'none' }] });
  }

  async join(): Promise<void> {
    this.born++;
    const names: Twins['names'] = [`J${this.born}`, `C${this.born}`];
    const actors = await this.both((n) => this.stage.sit(this.roomId, names[n]));
    // They were put anywhere; from here on they stand in the same zones and fall together.
    this.move(actors);
    this.all.push({ names, visits: [{ actors, end: 'none' }] });
  }

  private async both(sit: (n: 0 | 1) => Promise<Actor>): Promise<[Actor, Actor]> {
    const actors: Actor[] = [];
    for (const [n, format] of FORMATS.entries()) {
      this.stage.format = format;
      actors.push(await sit(n as 0 | 1));
    }
    return actors as [Actor, Actor];
  }

  private async act(): Promise<void> {
    const { stage, roomId } = this;
    const room = stage.room(roomId);
    const { kind } = room.view.phase;
    const players = this.all.filter(({ names, visits }) => {
      const { end } = visits.at(-1)!;
      return names[0] !== '' && (end === 'none' || end === 'dropped');
    });
    const twins = players[this.upTo(players.length - 1)]!;
    const visit = twins.visits.at(-1)!;
    const one = visit.actors[this.upTo(1) as 0 | 1];
    const isHere = visit.end === 'none';
    const isFirst = twins === players[0];
    const draw = this.random();
    try {
      if (draw < 0.35) {
        if (isHere) this.move(visit.actors);
      } else if (draw < 0.5) {
        if (isHere) stage.chat(one, `said ${this.random()}`);
      } else if (draw < 0.57) {
        await stage.rooms.rename(room, one.seat.playerId, `N${this.upTo(99)}`, 'en');
      } else if (draw < 0.66) {
        if (players.length < 7) await this.join();
      } else if (draw < 0.72) {
        if (isHere && !isFirst) await this.leave(twins, this.random() < 0.5);
      } else if (draw < 0.82) {
        if (isHere) await this.drop(twins);
        else await this.comeBack(twins);
      } else if (draw < 0.86) {
        if (kind === 'lobby') await stage.driver.start(roomId);
        else await stage.driver.adjust(roomId, this.pick(['skip', 'pause', 'resume', 'extend']));
      } else if (draw < 0.92) {
        if (kind !== 'lobby') await stage.driver.adjust(roomId, 'skip');
      } else if (draw < 0.924) {
        if (kind !== 'lobby') await stage.driver.adjust(roomId, 'end');
      } else if (draw < 0.934) {
        await stage.moderation.mute(room, one.seat.playerId, this.random() < 0.5, 'J1');
      } else if (draw < 0.94) {
        if (isHere) await stage.roles.handOver(room, 'J1', one.seat.playerId);
      } else if (draw < 0.95) {
        const chats = room.view.chat.all();
        const said = chats[this.upTo(chats.length - 1)];
        if (said !== undefined) await stage.moderation.deleteMessage(room, 'ghosts', said.ghostId);
      } else if (draw < 0.962) {
        await stage.roles.setCoHost(room, one.seat.playerId, this.random() < 0.7);
      } else await this.changeSettings();
    } catch (error) {
      // Not everything may be done in every phase; nobody is told of what is refused.
      if (!(error instanceof RoomError)) throw error;
    }
  }

  private move(actors: readonly Actor[]): void {
    const membership: [number, number] = [this.upTo(STEPS), this.upTo(STEPS)];
    for (const actor of actors) this.stage.move(actor, membership);
  }

  private async changeSettings(): Promise<void> {
    const { rooms, quizzes } = this.stage;
    const room = this.stage.room(this.roomId);
    const isOn = this.random() < 0.5;
    const change = this.upTo(5);
    if (change === 0) await rooms.changeOptions(room, { title: `T${this.upTo(9)}` });
    else if (change === 1) await rooms.changeSettings(room, { isMuted: isOn });
    else if (change === 2) await rooms.changeSettings(room, { showChat: isOn });
    else if (change === 4) await rooms.changeSettings(room, { slowSeconds: 0 });
    else if (change === 3)
      await quizzes.choose(room, room.view.state.ownerIdentityId, {
        quizSetId: 'test-set',
        quizCount: 1 + this.upTo(4),
      });
    else if (this.random() < 0.5) await rooms.changeSettings(room, { isLocked: isOn });
    // A locked room that stays locked would keep everybody out.
    else await rooms.changeSettings(room, { isLocked: false });
  }

  private async leave({ visits }: Twins, isKicked: boolean): Promise<void> {
    const visit = visits.at(-1)!;
    visit.end = isKicked ? 'kicked' : 'left';
    for (const actor of visit.actors)
      if (isKicked) await this.stage.rooms.kick(actor.membership.room, actor.seat.playerId);
      else await this.stage.exit(actor);
  }

  private async drop({ visits }: Twins): Promise<void> {
    const visit = visits.at(-1)!;
    visit.end = 'dropped';
    for (const actor of visit.actors) await this.stage.drop(actor);
  }

  private async comeBack({ names, visits }: Twins): Promise<void> {
    const cursor = this.random() < 0.5 ? null : this.cursorOf(visits.at(-1)!.actors[0]);
    const actors = await this.both((n) => this.stage.sit(this.roomId, names[n], cursor));
    visits.push({ actors, end: 'none' });
  }

  private cursorOf({ connectionId }: Actor): ChatCursor {
    const last = this.stage.broadcaster.payloads(connectionId, 'chatMessage').at(-1);
    return { audience: 'living', id: last?.seq ?? 0 };
  }

  private pick<T>(items: readonly T[]): T {
    return items[this.upTo(items.length - 1)] as T;
  }

  private upTo(most: number): number {
    return Math.floor(this.random() * (most + 1));
  }
}

/** What somebody was told and when, the same for both twins where only their own id differs. */
export function toldTo(stage: Stage, { connectionId, membership }: Actor): unknown[] {
  const own = membership.seat?.playerId;
  const isOfSelf = ([event, payload]: FlushEvent): boolean =>
    event === 'getSelfId' || (event === 'kickRoom' && payload.playerId === own);
  const reader = new CompactReader();
  return stage.broadcaster.heard(connectionId).flatMap(({ event, payload, targets, at }) => {
    // Who sets a name while waiting to be let in is told it once more, alone.
    const isAlone = event === 'setPlayerName' && targets[0] === connectionId;
    if (isAlone || isPrivate(event)) return [];
    return reader
      .read(event, payload)
      .map((fact) => [at, fact[0], isOfSelf(fact) ? 'self' : fact[1]]);
  });
}
