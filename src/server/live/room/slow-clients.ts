import type { Audiences } from '../batch/audiences.js';
import type { RoomSender } from '../batch/room-sender.js';
import type { RoomView } from '../batch/room-view.js';
import type { SlowConsumers } from '../batch/slow-consumers.js';
import type { Holder } from './lost-holds.js';

interface Parts {
  view: RoomView;
  audiences: Audiences;
  slowConsumers: SlowConsumers;
  flushSender: RoomSender;
}

/** Compact clients of a room that do not keep up: they get nothing, and what they lack when they have read on. */
export class SlowClients {
  /** The clients that get nothing, with what lets them in again. */
  readonly aside = new Map<string, Holder>();

  constructor(
    private readonly parts: Parts,
    private readonly settings: { mayWait: boolean; admit: (newcomer: Holder) => void },
  ) {}

  /** A client has seen everything up to this flush. */
  echo(connectionId: string, seq: number): void {
    switch (this.parts.slowConsumers.echo(connectionId, seq, performance.now())) {
      case 'level':
        return;
      case 'late':
        return this.skip(connectionId);
      case 'drained':
        return this.rejoin(connectionId);
    }
  }

  /** Looks for clients that do not read; returns those that are given up. */
  look(): string[] {
    const { slowConsumers } = this.parts;
    const { late, lost } = slowConsumers.look(performance.now());
    for (const connectionId of late) this.skip(connectionId);
    // The transport of one that is given up may take a while to end.
    for (const connectionId of lost) slowConsumers.remove(connectionId);
    return lost;
  }

  remove(connectionId: string): void {
    this.parts.slowConsumers.remove(connectionId);
    this.aside.delete(connectionId);
  }

  /** From now on the client is sent nothing, until it is let in again. */
  setAside(connectionId: string): void {
    const { view, audiences, slowConsumers, flushSender } = this.parts;
    const member = audiences.get(connectionId);
    if (member === undefined) return;
    const { slot, format } = member;
    const cursor = { audience: 'ghosts' as const, id: flushSender.toldChat(connectionId) };
    const seat = slot === null ? undefined : view.seats.get(slot);
    const grant = seat ?? null;
    const isCreator = false;
    const toldChanges = flushSender.changes;
    const holder = { connectionId, slot, grant, format, isCreator, cursor, toldChanges };
    this.aside.set(connectionId, holder);
    slowConsumers.skip(connectionId, flushSender.toldSeq(connectionId));
    audiences.remove(connectionId);
  }

  /** Sends the client what it lacks in place of everything that it was not sent. */
  rejoin(connectionId: string): void {
    const newcomer = this.aside.get(connectionId);
    this.remove(connectionId);
    if (newcomer !== undefined) this.settings.admit(newcomer);
  }

  private skip(connectionId: string): void {
    if (this.settings.mayWait) this.setAside(connectionId);
  }
}
