/** One game from lobby to podium, with guests who go where the script has them. */

import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import {
  decodeFlush,
  NAMESPACE,
  EMOTES,
  WALK_SPEED,
  type AckResult,
  type ClientToServerEvents,
  type CommandName,
  type Final,
  type PhasePayload,
  type RevealPayload,
  type ServerToClientEvents,
  type ShownItem,
  type DrawnLots,
  type GameMode,
  type Theme,
} from '../../src/protocol/index.js';
import { lengthOf } from '../../src/game/shared/beats.js';
import { eveningFor, utcOffset } from './evening-set.js';
import { hesitationOf, nameOf, scriptFor, type Locale, type Who } from './script.js';

type Payload<C extends CommandName> = Parameters<ClientToServerEvents[C]>[0];
type Answer<C extends CommandName> = Extract<
  Parameters<NonNullable<Parameters<ClientToServerEvents[C]>[1]>>[0],
  { ok: true }
>;

const ANSWER_MS = 30_000;
const LOOK_MS = 20;
/** A scene that has not come by then never comes. */
const COMES_WITHIN_MS = 60_000;
/** Between two steps of who walks. */
const STEP_MS = 160;

/** Asks `find` until it finds something; an error where that does not come. */
async function when<T>(find: () => T | undefined, name: string): Promise<T> {
  const latest = Date.now() + COMES_WITHIN_MS;
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    if (Date.now() > latest) throw new Error(`${name} has not come`);
    await wait(LOOK_MS);
  }
}

/** Somebody in the room who knows which phase it is in. */
export class Guest {
  phase: PhasePayload | undefined;
  reveal: RevealPayload | undefined;
  final: Final | undefined;
  /** It was shown last; it is on while `phase.item` is there. */
  item: ShownItem | undefined;
  /** Proves who it is; a page that has it is this person's. */
  token = '';
  #at: [number, number] = [0.5, 0.5];
  readonly #socket: Socket<ServerToClientEvents, ClientToServerEvents>;

  constructor(url: string) {
    this.#socket = io(url + NAMESPACE, {
      transports: ['websocket'],
      forceNew: true,
      auth: { wantToken: true },
    });
    this.#socket.on('phase', (phase) => (this.phase = phase));
    this.#socket.on('endQuizTime', (reveal) => (this.reveal = reveal));
    this.#socket.on('endGame', ({ final }) => (this.final = final));
    this.#socket.on('showItem', (item) => (this.item = item));
    this.#socket.on('session', ({ token = '' }) => (this.token = token));
    this.#socket.on('flush', (flush) => {
      for (const [event, payload] of decodeFlush(flush, () => undefined)) {
        if (event === 'phase') this.phase = payload;
        if (event === 'endQuizTime') this.reveal = payload;
        if (event === 'endGame') this.final = payload.final;
      }
    });
  }

  get isOver(): boolean {
    return this.phase?.kind === 'lobby';
  }

  /** Sends a command that has to succeed. */
  async ask<C extends CommandName>(command: C, payload: Payload<C>): Promise<Answer<C>> {
    const socket = this.#socket.timeout(ANSWER_MS) as unknown as {
      emitWithAck(event: string, payload: unknown): Promise<AckResult>;
    };
    const answer = await socket.emitWithAck(command, payload);
    if (!answer.ok) throw new Error(`${command}: ${answer.error.code}`);
    return answer as Answer<C>;
  }

  move(newPosition: [number, number]): void {
    this.#at = newPosition;
    this.#socket.emit('updatePosition', { newPosition });
  }

  /** Goes there as fast as a page lets people go. */
  async walk([x, y]: [number, number]): Promise<void> {
    const [fromX, fromY] = this.#at;
    const steps = Math.ceil((Math.hypot(x - fromX, y - fromY) / WALK_SPEED / STEP_MS) * 1_000);
    for (let step = 1; step <= steps; step++) {
      const part = step / steps;
      this.move([fromX + (x - fromX) * part, fromY + (y - fromY) * part]);
      await wait(STEP_MS);
    }
  }

  emote(emote: number): void {
    this.#socket.emit('emote', { emote });
  }

  /** Of a question once its choices are there, as a move before that is not shown to count. */
  async whenPhase(kind: PhasePayload['kind'], index: number): Promise<void> {
    const isThere = ({ phase } = this): boolean => phase?.kind === kind && phase.index === index;
    const hasEnded = (): boolean => this.isOver && index > 0;
    await when(() => isThere() || hasEnded() || undefined, `${kind} ${index}`);
    if (kind === 'question' && this.phase) await wait(this.phase.startTime - Date.now() + 100);
  }

  /** Until a part of a question with several is open, or all of it is over. */
  async whenPart(index: number, part: number): Promise<void> {
    const hasCome = ({ phase } = this): boolean =>
      phase?.kind !== 'question' || phase.index !== index || (phase.part ?? 0) >= part;
    await when(() => hasCome() || undefined, `part ${part}`);
    if (part > 0 && this.phase) await wait(Math.max(0, this.phase.startTime - Date.now()));
  }

  /** Until people walk to what was written, or all of it is over. */
  async whenWritten(index: number): Promise<void> {
    const hasCome = ({ phase } = this): boolean =>
      phase?.kind !== 'question' || phase.index !== index || phase.act !== 1;
    await when(() => hasCome() || undefined, 'what was written');
  }

  async whenItem(id: string): Promise<void> {
    await when(() => this.phase?.item === id || undefined, `item ${id}`);
  }

  /** Once the draw that is on is held. */
  async whenDrawn(): Promise<DrawnLots> {
    return when(() => (this.item?.kind === 'draw' ? this.item.drawn : undefined), 'the draw');
  }

  /** Until a reveal is on for so long. */
  async at(elapsedMs: number): Promise<void> {
    await this.until((this.phase?.startTime ?? 0) + elapsedMs);
  }

  /** The server of this process has the same clock. */
  async until(time: number): Promise<void> {
    await wait(time - Date.now());
  }

  /** Its end, where it has one. */
  async whenOver(): Promise<Final | undefined> {
    await when(() => this.isOver || undefined, 'the end');
    return this.final;
  }

  close(): void {
    this.#socket.disconnect();
  }
}

export interface GameChoice {
  mode: GameMode;
  /** The language of the questions and of names. */
  locale: Locale;
  /** The language of the pages. */
  pages: string;
  theme: Theme;
  players: number;
  /** The host has no seat. */
  onlyHosts?: true;
  /** It shows the items of an evening. */
  evening?: true;
}

/** Somebody of the crowd, or a phone before the camera. */
interface Mover {
  who: Who;
  move: (place: [number, number]) => void | Promise<void>;
  write?: (texts: string[]) => Promise<unknown>;
}

const REST_MS = 1_500;
const PODIUM_MS = 4_000;
const PAUSE_MS = 1_500;

/** One of so many goes somewhere else, so often. */
const STROLLS_OF = 10;
const STROLL_MS = 500;

/** One of so many people shows an emote at each reveal. */
const CHEERS_OF = 4;

const placeInLobby = (n: number): [number, number] => [
  0.08 + 0.84 * ((n * 0.7549) % 1),
  0.12 + 0.76 * ((n * 0.5698) % 1),
];

/** One game from lobby to podium, in a room of its own, with everybody where the script has them. */
export class ShowGame {
  readonly #crowd: Guest[] = [];
  readonly #movers: Mover[] = [];
  #scattered = 0;

  private constructor(
    readonly choice: GameChoice,
    readonly host: Guest,
    readonly gameId: string,
    private readonly url: string,
  ) {}

  static async open(url: string, choice: GameChoice): Promise<ShowGame> {
    const { mode, locale, theme, players, onlyHosts } = choice;
    const host = new Guest(url);
    const { gameId } = await host.ask('createRoom', {
      title: locale === 'ko-KR' ? '한마당' : 'Open day',
      ...(onlyHosts
        ? { hostPlays: false }
        : { playerName: locale === 'ko-KR' ? '진행자' : 'The host' }),
      pacing: 'host',
      gameMode: mode,
      ...(mode === 'RANKING' ? { scoring: 'early' } : {}),
      questionOrder: 'written',
      choiceOrder: 'written',
      maxPlayerCount: players + 10,
      theme,
    });
    const bank = choice.evening ? eveningFor(locale) : scriptFor(mode, locale).bank;
    await host.ask('updateRoomQuizset', {
      quizSetId: bank.id,
      quizCount: bank.questions.length,
      utcOffset: utcOffset(),
    });
    return new ShowGame(choice, host, gameId, url);
  }

  /** Everybody of the crowd walks to where the script says, and some show how they feel. */
  walks = false;

  /** Sends everybody of the crowd to another place. */
  scatter(): void {
    this.#scattered++;
    for (const [n, guest] of this.#crowd.entries())
      guest.move(placeInLobby(n + this.#scattered * this.#crowd.length));
  }

  /** Some of the crowd go somewhere else, again and again, until this is called. */
  stroll(): () => void {
    let nth = 0;
    const timer = setInterval(() => {
      nth++;
      for (const [n, guest] of this.#crowd.entries())
        if (n % STROLLS_OF === nth % STROLLS_OF) guest.move(placeInLobby(n + nth));
    }, STROLL_MS);
    return () => clearInterval(timer);
  }

  /** A phone before the camera, which goes where the script says. */
  addPhone(who: Who, move: Mover['move']): void {
    this.#movers.push({ who, move });
  }

  async seatCrowd(): Promise<void> {
    for (let n = 0; n < this.choice.players; n++) {
      const guest = new Guest(this.url);
      this.#crowd.push(guest);
      const move: Mover['move'] = (place) => (this.walks ? guest.walk(place) : guest.move(place));
      const write = (texts: string[]) => guest.ask('writeAnswer', { texts });
      this.#movers.push({ who: n, move, write });
      await guest.ask('joinRoom', { gameId: this.gameId, playerName: nameOf(n) });
      if (this.walks) guest.move(placeInLobby(n));
    }
  }

  /** With `withPauses` the first question is paused, and the second hidden by the curtain of a break. */
  async play(withPauses: boolean): Promise<void> {
    const { host, choice } = this;
    const { bank, placesIn, textsIn } = scriptFor(choice.mode, choice.locale);
    await host.ask('startGame', {});
    for (const index of bank.questions.keys()) {
      await host.whenPhase('question', index);
      if (host.isOver) break;
      if (withPauses) await this.#pause(index);
      const limitMs = (bank.questions[index]?.limitTime ?? 0) * 1_000;
      const isLast = index === bank.questions.length - 1;
      const moves = this.#movers.map(async ({ who, move, write }) => {
        const texts = textsIn(index, who);
        if (texts !== undefined) {
          await wait(limitMs * hesitationOf(index, who, false));
          await write?.(texts);
        }
        await host.whenWritten(index);
        for (const [part, place] of placesIn(index, who).entries()) {
          await host.whenPart(index, part);
          await wait(limitMs * hesitationOf(index, who, isLast));
          await move(place);
        }
      });
      await Promise.all(moves);
      await host.whenPhase('reveal', index);
      const beats = host.reveal?.beats ?? [];
      this.#cheer(lengthOf(beats));
      console.log(`${bank.id} ${index + 1}: ${beats.map(({ scene }) => scene).join(' ')}`);
      await host.at(lengthOf(beats) + REST_MS);
      if (host.isOver) break;
      await host.ask('nextPhase', { version: host.phase?.version ?? 0 });
    }
    await this.showEnd();
  }

  /** From the last reveal to the podium. */
  async showEnd(): Promise<void> {
    const final = await this.host.whenOver();
    if (final === undefined) return;
    this.#cheer(lengthOf(final.beats));
    console.log(`end: ${final.beats.map(({ scene }) => scene).join(' ')}`);
    await this.host.until(final.startTime + lengthOf(final.beats) + PODIUM_MS);
  }

  async #pause(index: number): Promise<void> {
    const { host, choice } = this;
    if (index > 1) return;
    const message = choice.locale === 'ko-KR' ? '커피 한 잔 하고 오세요' : 'Have a coffee';
    await host.ask('pauseGame', index === 0 ? {} : { curtain: true, message, minutes: 10 });
    await host.until(Date.now() + PAUSE_MS);
    await host.ask('resumeGame', {});
  }

  #cheer(forMs: number): void {
    if (!this.walks) return;
    for (const [n, guest] of this.#crowd.entries())
      if (n % CHEERS_OF === 0)
        setTimeout(
          () => guest.emote(n % EMOTES.length),
          (forMs * ((n * 0.618) % 1)) / 2 + forMs / 2,
        );
  }

  close(): void {
    for (const guest of [this.host, ...this.#crowd]) guest.close();
  }
}
