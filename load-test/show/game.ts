import { setTimeout as wait } from 'node:timers/promises';
import type { GameMode, Theme } from '../../src/protocol/index.js';
import { lengthOf } from '../../src/game/show/beats.js';
import { Guest } from './guest.js';
import { hesitationOf, nameOf, scriptFor, type Locale, type Who } from './script.js';

export interface GameChoice {
  mode: GameMode;
  locale: Locale;
  theme: Theme;
  players: number;
}

/** Somebody of the crowd, or a phone before the camera. */
interface Mover {
  who: Who;
  move: (place: [number, number]) => void | Promise<void>;
}

const REST_MS = 1_500;
const PODIUM_MS = 4_000;
const PAUSE_MS = 1_500;

/** One game from lobby to podium, in a room of its own, with everybody where the script has them. */
export class ShowGame {
  readonly #crowd: Guest[] = [];
  readonly #movers: Mover[] = [];

  private constructor(
    readonly choice: GameChoice,
    readonly host: Guest,
    readonly gameId: string,
    private readonly url: string,
  ) {}

  static async open(url: string, choice: GameChoice): Promise<ShowGame> {
    const { mode, locale, theme, players } = choice;
    const host = new Guest(url);
    const { gameId } = await host.ask('createRoom', {
      title: locale === 'ko-KR' ? '한마당' : 'Open day',
      playerName: locale === 'ko-KR' ? '진행자' : 'The host',
      pacing: 'host',
      gameMode: mode,
      ...(mode === 'RANKING' ? { scoring: 'early' } : {}),
      questionOrder: 'written',
      choiceOrder: 'written',
      maxPlayerCount: players + 10,
      theme,
    });
    const { bank } = scriptFor(mode, locale);
    await host.ask('updateRoomQuizset', {
      quizSetId: bank.id,
      quizCount: bank.questions.length,
    });
    return new ShowGame(choice, host, gameId, url);
  }

  /** A phone before the camera, which goes where the script says. */
  addPhone(who: Who, move: Mover['move']): void {
    this.#movers.push({ who, move });
  }

  async seatCrowd(): Promise<void> {
    for (let n = 0; n < this.choice.players; n++) {
      const guest = new Guest(this.url);
      this.#crowd.push(guest);
      this.#movers.push({ who: n, move: (place) => guest.move(place) });
      await guest.ask('joinRoom', { gameId: this.gameId, playerName: nameOf(n) });
    }
  }

  /** With `withPauses` the first question is paused, and the second hidden by the curtain of a break. */
  async play(withPauses: boolean): Promise<void> {
    const { host, choice } = this;
    const { bank, placeIn } = scriptFor(choice.mode, choice.locale);
    await host.ask('startGame', {});
    for (const index of bank.questions.keys()) {
      await host.whenPhase('question', index);
      if (host.isOver) break;
      if (withPauses) await this.#pause(index);
      const limitMs = (bank.questions[index]?.limitTime ?? 0) * 1_000;
      const moves = this.#movers.map(async ({ who, move }) => {
        await wait(limitMs * hesitationOf(index, who));
        await move(placeIn(index, who));
      });
      await Promise.all(moves);
      await host.whenPhase('reveal', index);
      const beats = host.reveal?.beats ?? [];
      console.log(`${bank.id} ${index + 1}: ${beats.map(({ scene }) => scene).join(' ')}`);
      await host.at(lengthOf(beats) + REST_MS);
      if (host.isOver) break;
      await host.ask('nextPhase', { version: host.phase?.version ?? 0 });
    }
    const final = await host.whenOver();
    if (final === undefined) return;
    console.log(`${bank.id} end: ${final.beats.map(({ scene }) => scene).join(' ')}`);
    await host.until(final.startTime + lengthOf(final.beats) + PODIUM_MS);
  }

  async #pause(index: number): Promise<void> {
    const { host, choice } = this;
    if (index > 1) return;
    const message = choice.locale === 'ko-KR' ? '커피 한 잔 하고 오세요' : 'Have a coffee';
    await host.ask('pauseGame', index === 0 ? {} : { curtain: true, message, minutes: 10 });
    await host.until(Date.now() + PAUSE_MS);
    await host.ask('resumeGame', {});
  }

  close(): void {
    for (const guest of [this.host, ...this.#crowd]) guest.close();
  }
}
