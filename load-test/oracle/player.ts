/** A player that speaks the documented protocol, comes back when the connection is lost, and notes all that it hears. */
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import {
  NAMESPACE,
  type ClientToServerEvents,
  type PhasePayload,
  type PlayerPayload,
  type ServerToClientEvents,
} from '../../src/protocol/index.js';
import type { Place } from './floor.js';
import { toWire, type Ledger } from './ledger.js';

const AGAIN_MS = 100;
const ANSWER_MS = 20_000;

/** What a player hears that the oracle judges. */
export interface Heard {
  event: keyof ServerToClientEvents;
  payload: unknown;
  /** The phase that stood for this player then. */
  version: number;
}

export interface PlayerSettings {
  urls: readonly string[];
  /** Index of the process. */
  process: number;
  ledger: Ledger;
  heard: (player: OraclePlayer, heard: Heard) => void;
}

export class OraclePlayer {
  id = '';
  phase: PhasePayload | undefined;
  readonly roster = new Map<string, PlayerPayload>();
  token: string | undefined;
  quizSetId = '';
  /** How often the connection was lost. */
  losses = 0;
  /** From when until when the player was away, epoch ms. */
  readonly absences: [from: number, to: number][] = [];
  private pin: string | undefined;
  private socket: Socket<ServerToClientEvents, ClientToServerEvents> | undefined;
  private isGone = false;

  constructor(readonly settings: PlayerSettings) {}

  private get isHere(): boolean {
    return this.absences.at(-1)?.[1] !== Infinity;
  }

  get pinOf(): string {
    return this.pin ?? '';
  }

  /** Resolves when the connection stands. */
  async connect(): Promise<void> {
    const { urls, process } = this.settings;
    const { token, pin } = this;
    const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(
      `${urls[process]}${NAMESPACE}`,
      {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        auth: { wantToken: true, ...(token && { token }) },
        query: pin === undefined ? {} : { 'game-id': pin },
      },
    );
    this.socket = socket;
    const lost = (): void => {
      if (this.isGone || this.socket !== socket) return;
      this.losses += 1;
      if (this.isHere) this.absences.push([Date.now(), Infinity]);
      void this.again();
    };
    socket.on('disconnect', lost);
    socket.on('connect_error', lost);
    socket.onAny((event: keyof ServerToClientEvents, payload: unknown) =>
      this.note(event, payload),
    );
    await new Promise<void>((resolve) => socket.once('connect', resolve));
  }

  private async again(): Promise<void> {
    await sleep(AGAIN_MS);
    if (!this.isGone) void this.connect();
  }

  private note(event: keyof ServerToClientEvents, payload: unknown): void {
    switch (event) {
      case 'session':
        this.token = (payload as { token: string }).token;
        break;
      case 'getSelfId':
        this.id = (payload as { playerId: string }).playerId;
        break;
      case 'phase': {
        this.phase = payload as PhasePayload;
        const last = this.absences.at(-1);
        if (last !== undefined && !this.isHere) last[1] = Date.now();
        break;
      }
      case 'updateRoomQuizset':
        this.quizSetId = (payload as { quizSetId: string }).quizSetId;
        break;
      case 'joinRoom':
        for (const one of (payload as { players: PlayerPayload[] }).players)
          this.roster.set(one.playerId, one);
        break;
      case 'setTeam':
        for (const { playerId, team } of (
          payload as { players: { playerId: string; team: number }[] }
        ).players) {
          const known = this.roster.get(playerId);
          if (known !== undefined) this.roster.set(playerId, { ...known, team });
        }
        break;
      default:
    }
    this.settings.heard(this, { event, payload, version: this.phase?.version ?? -1 });
  }

  async open(options: object): Promise<string> {
    const answer = await this.ask('createRoom', options);
    this.pin = answer.gameId as string;
    return this.pin;
  }

  async join(pin: string, playerName: string): Promise<void> {
    await this.ask('joinRoom', { gameId: pin, playerName });
    this.pin = pin;
  }

  /** Throws where the command is refused. */
  async ask(
    command: keyof ClientToServerEvents,
    payload: object,
  ): Promise<Record<string, unknown>> {
    const socket = this.socket?.timeout(ANSWER_MS) as unknown as {
      emitWithAck(event: string, payload: unknown): Promise<Record<string, unknown>>;
    };
    const answer = await socket.emitWithAck(command, payload);
    if (answer['ok'] !== true) throw new Error(`${command}: ${JSON.stringify(answer['error'])}`);
    return answer;
  }

  /** Goes there, and notes when the process has said so. */
  move(place: Place): void {
    const { ledger, process } = this.settings;
    if (this.socket?.connected !== true) return;
    const move = ledger.add(this.id, place, process);
    this.socket.emit('updatePosition', { newPosition: toWire(place) }, ({ ok }) => {
      if (ok) move.ackedAt = Date.now();
    });
  }

  async leave(): Promise<void> {
    this.isGone = true;
    await this.ask('exitRoom', {});
    this.socket?.disconnect();
  }

  close(): void {
    this.isGone = true;
    this.socket?.disconnect();
  }
}
