import { randomUUID } from 'node:crypto';
import { serverWords } from '../../../i18n/made/server/words.js';
import type { Random } from '../../../game/shared/random.js';
import { RoomError, SEND_INTERVAL_MS, writingOf, type Language } from '../../../protocol/index.js';
import { floorOf } from '../../../game/kinds/floor.js';
import { partSolution } from '../../../game/kinds/series.js';
import { rightValues } from '../../../game/kinds/rights.js';
import { entryKey, isWriting } from '../../../game/phase.js';
import type { LocalRoom } from '../room/local-room.js';
import type { RoomService } from '../room/room-service.js';
import { Bot } from './bot.js';

/** How often the crowd acts; each bot does so every `SEND_INTERVAL_MS`, not all in one moment. */
export const CROWD_TICK_MS = 20;
const PARTS = SEND_INTERVAL_MS / CROWD_TICK_MS;
/** Of its acts, every so-many-th tells which flush it has seen: once a second, as pages do. */
const ECHO_EVERY = 10;

interface Member {
  connectionId: string;
  slot: number;
  generation: number;
  bot: Bot;
  acts: number;
  disconnect: () => void;
  /** The last phase that it acted in, as `sceneOf` names it. */
  scene: string;
  /** Somebody has taken its place, or the host removed it. */
  isOut: boolean;
}

export interface CrowdSettings {
  room: LocalRoom;
  rooms: Pick<RoomService, 'sit' | 'write'>;
  count: number;
  /** Takes what is sent to a connection; returns the disposer. */
  connect: (connectionId: string) => Promise<() => void>;
  /** Of the host, in whose name they come. */
  origin: { address: string; language: Language };
  /** Store epoch ms. */
  now: () => number;
  random: Random;
  failed: (error: unknown) => void;
}

/**
 * The bots of a rehearsal. They sit, walk, talk and echo by the same calls as players, and are members of the
 * room's audiences, so frames are made for them as for a page, and written. What they do not cost is reading
 * their commands.
 */
export class BotCrowd {
  /** How long each took to get in, in ms. */
  readonly joins: number[] = [];
  private readonly members: Member[] = [];
  private asked = 0;
  private ticks = 0;
  private isOver = false;

  constructor(private readonly settings: CrowdSettings) {}

  /** To be called every `CROWD_TICK_MS`: the next one comes in, and a part of those who are in acts. */
  tick(): void {
    const { count, failed } = this.settings;
    if (this.asked < count) {
      this.asked++;
      this.join().catch((error: unknown) => {
        // The room is full of people, say.
        if (!(error instanceof RoomError || this.isOver)) failed(error);
      });
    }
    const now = this.settings.now();
    for (let n = this.ticks++ % PARTS; n < this.members.length; n += PARTS)
      this.act(this.members[n] as Member, now);
  }

  /** They hear nothing of the room any more; their seats are the store's business. */
  leave(): void {
    this.isOver = true;
    for (const member of this.members) this.expel(member);
  }

  private async join(): Promise<void> {
    const connectionId = `bot:${randomUUID()}`;
    const disconnect = await this.settings.connect(connectionId);
    try {
      await this.sit(connectionId, disconnect);
    } catch (error) {
      disconnect();
      throw error;
    }
  }

  private async sit(connectionId: string, disconnect: () => void): Promise<void> {
    const { room, rooms, origin, random, now } = this.settings;
    const startedAt = performance.now();
    const visitor = {
      connectionId,
      identityId: connectionId,
      ...origin,
      isBot: true,
      readsBigRooms: true,
    };
    const { seat } = await rooms.sit(
      room.view.roomId,
      visitor,
      serverWords[origin.language].server.bots.name,
    );
    if (seat === null || this.isOver) {
      room.leave(connectionId);
      disconnect();
      return;
    }
    const { slot, generation } = seat;
    const position = room.view.seats.get(slot)?.position ?? [0, 0];
    const bot = new Bot(
      random,
      position,
      serverWords[origin.language].server.bots,
      now(),
      () => room.walking.ground,
    );
    const member = { connectionId, slot, generation, bot, acts: 0, scene: '', isOut: false };
    this.members.push({ ...member, disconnect });
    await room.join({
      connectionId,
      slot,
      grant: seat,
      format: 'compact',
      isCreator: false,
      cursor: null,
    });
    if (!this.isOver) this.joins.push(performance.now() - startedAt);
  }

  private act(member: Member, now: number): void {
    if (member.isOut) return;
    const { room } = this.settings;
    const { connectionId, slot, generation, bot } = member;
    if (room.view.seats.get(slot)?.generation !== generation) {
      this.expel(member);
      return;
    }
    this.follow(member, now);
    const { position, message, texts } = bot.act(now);
    if (position !== null) bot.putAt(room.walking.move(slot, generation, position));
    // What becomes of these two is nobody's concern.
    if (texts !== null && room.view.isWriting)
      this.settings.rooms.write(room, { slot, generation }, texts).catch(() => {});
    if (message !== null && !room.view.settings.isMuted)
      room.chat(slot, generation, () => [message]).catch(() => {});
    if (member.acts++ % ECHO_EVERY === 0) room.echo(connectionId, room.flushSender.seq);
  }

  private expel(member: Member): void {
    member.isOut = true;
    this.settings.room.leave(member.connectionId);
    member.disconnect();
  }

  /** Tells a bot of a question that it has not heard of, or that none is asked any more. */
  private follow(member: Member, now: number): void {
    const { phase, state, tally } = this.settings.room.view;
    const scene = phase.kind === 'question' ? entryKey(tally.game, phase) : '';
    if (member.scene === scene) return;
    member.scene = scene;
    const question = phase.kind === 'question' ? state.game?.questions[phase.index] : undefined;
    if (phase.kind !== 'question' || question === undefined) return member.bot.wander(now);
    const { startTime, endTime } = phase.clock;
    const { solution, shown } = question;
    const writing = writingOf(shown.kind);
    if (writing !== undefined && isWriting(phase)) {
      const { accepted = [], wrong = [] } = solution?.kind === 'text' ? solution : {};
      const { most } = writing;
      const times = { startsAt: startTime, endsAt: endTime };
      return member.bot.write({ rights: accepted.slice(0, 1), wrong, most, ...times });
    }
    const floor = floorOf(phase.question);
    member.bot.ask({
      floor,
      rights: rightValues(floor, partSolution(solution, phase.part ?? 0)),
      target: solution?.kind === 'target' ? solution.target : undefined,
      startsAt: startTime,
      endsAt: endTime,
    });
  }
}
