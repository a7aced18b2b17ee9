import type {
  FlushEvent,
  PositionUpdate,
  RoomOptions,
  ServerEvent,
  ServerPayload,
} from '../../src/protocol/index.js';
import { CompactReader } from './compact-reader.js';
import { INTERVAL_MS, type Actor, type Stage } from './stage.js';

/** So many flushes take a little more than a second. */
const LATE_FLUSHES = 1_050 / INTERVAL_MS;
/** For how long a client echoes nothing before it echoes late; less than what counts as silence. */
export const UNTOLD_MS = 1_200;

/** A room in which Ann, who reads JSON, walks and talks, and Bob, who reads compact frames, may fall behind. */
export class Lagging {
  private said = 0;

  private constructor(
    readonly stage: Stage,
    readonly roomId: string,
    /** The host. */
    readonly ann: Actor,
    readonly bob: Actor,
    /** Reads compact frames, too, and keeps up. */
    readonly carl: Actor,
  ) {}

  static async open(stage: Stage, options: Partial<RoomOptions> = {}): Promise<Lagging> {
    const roomId = await stage.open({ gameMode: 'SURVIVAL', ...options }, 4);
    const [ann] = (await stage.seatAll(roomId, 'ann')) as [Actor];
    stage.format = 'compact';
    const bob = await stage.sit(roomId, 'bob');
    const carl = await stage.sit(roomId, 'carl');
    await stage.flush();
    return new Lagging(stage, roomId, ann, bob, carl);
  }

  /** Ann does something before every flush, and those who keep up echo as soon as they can. */
  async busy(ms: number, keepUp: Actor[] = [this.carl]): Promise<void> {
    for (let passed = 0; passed < ms; passed += INTERVAL_MS) {
      this.stage.move(this.ann, [this.said, this.said]);
      if (this.said++ % 4 === 0) this.stage.chat(this.ann, `line ${this.said}`);
      await this.stage.flush();
      for (const actor of keepUp) this.echo(actor, this.seqsOf(actor).at(-1) ?? 0);
    }
  }

  /** Has Bob skipped by an echo that comes too late; returns the last flush that was sent to him. */
  async lag(): Promise<number> {
    await this.busy(UNTOLD_MS);
    return this.echoLate(this.bob);
  }

  /** Echoes what was sent more than a second ago; returns the last flush that was sent. */
  echoLate(actor: Actor): number {
    const last = this.seqsOf(actor).at(-1)!;
    this.echo(actor, last - LATE_FLUSHES);
    if (this.isListening(actor)) throw new Error('the client is not skipped');
    return last;
  }

  echo({ membership, connectionId }: Actor, seq: number): void {
    membership.room.echo(connectionId, seq);
  }

  seqsOf({ connectionId }: Actor): number[] {
    return this.stage.broadcaster.payloads(connectionId, 'flush').map(([seq]) => seq);
  }

  isListening({ connectionId }: Actor): boolean {
    return this.stage.broadcaster.isListening(connectionId);
  }

  /** How many frames somebody got. */
  heard({ connectionId }: Actor): number {
    return this.stage.broadcaster.heard(connectionId).length;
  }

  /** What the frames from the `first` on told. */
  flushEventsOf({ connectionId }: Actor, first = 0): FlushEvent[] {
    const reader = new CompactReader();
    return this.stage.broadcaster.heard(connectionId).flatMap(({ event, payload }, frame) => {
      const facts = reader.read(event, payload);
      return frame < first ? [] : facts;
    });
  }

  told<E extends Exclude<ServerEvent, 'flush'>>(actor: Actor, event: E): ServerPayload<E>[] {
    return this.flushEventsOf(actor).flatMap(([name, payload]) =>
      name === event ? [payload as ServerPayload<E>] : [],
    );
  }

  /** Where somebody was told last that everybody is, in order of ids. */
  placesOf(actor: Actor): PositionUpdate[] {
    const places = new Map<string, PositionUpdate>();
    for (const { players } of this.told(actor, 'joinRoom'))
      for (const { playerId, playerPosition } of players)
        places.set(playerId, { playerId, playerPosition });
    for (const { updates } of this.told(actor, 'updatePosition'))
      for (const update of updates) places.set(update.playerId, update);
    return [...places.values()].toSorted((a, b) => a.playerId.localeCompare(b.playerId));
  }

  chatOf(actor: Actor): [id: number, message: string][] {
    const frames = this.told(actor, 'chatMessage');
    return frames.flatMap(({ messages }) =>
      messages.map(({ id, message }) => [id, message] as [number, string]),
    );
  }

  /** Sizes of everything that the room keeps for its connections. */
  kept(): Record<string, number> {
    const room = this.stage.room(this.roomId) as unknown as Record<string, { size: number }> & {
      slowConsumers: { readers: { size: number } };
    };
    const { audiences, waiting, slow, screens, slowConsumers } = room;
    const sizes = { audiences, waiting, slow, screens, readers: slowConsumers.readers };
    return Object.fromEntries(Object.entries(sizes).map(([name, one]) => [name, one!.size]));
  }
}
