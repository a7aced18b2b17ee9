import type { ServerWords } from '../../../i18n/made/types.js';
import { drawFree, freePosition, positionOf, spotOf } from '../../../game/map/places.js';
import type { Walls } from '../../../game/map/walls.js';
import { wayTo } from '../../../game/map/way.js';
import { drawInt, drawOne, sample, type Random } from '../../../game/shared/random.js';
import { floorPart, valueAt, valuesOf, type Floor } from '../../../game/kinds/floor.js';
import type { Position } from '../../../game/shared/zones.js';
import { SEND_INTERVAL_MS, STEPS, WALK_SPEED, type Target } from '../../../protocol/index.js';

const STEPS_PER_MS = (WALK_SPEED * STEPS) / 1000;
/** After a standstill a bot goes no further than in so much time. */
const MOST_STEP_MS = 500;
/** How long it stands where it has walked to, in ms. */
const REST_MS = { least: 200, most: 4_000 };
/** How often it says something, on average. */
const CHAT_EVERY_MS = 40_000;
/** With which chance it knows an answer; drawn once for each bot. */
const SKILL = { least: 0.3, most: 0.9 };
/** In which part of a question it has made up its mind. */
const DECIDED_BY = 0.6;

/** Its sayings, and the texts that it writes where it knows nothing better. */
export type BotWords = Pick<ServerWords['bots'], 'sayings' | 'words'>;

/** A question as a bot needs it; times as those of `act`. */
export interface BotQuestion {
  floor: Floor;
  /** The values that are right; empty where nothing is. */
  rights: readonly number[];
  /** The right place of a map. */
  target?: Target | undefined;
  startsAt: number;
  endsAt: number;
}

/** A question for which it writes first; times as those of `act`. */
export interface BotWriting {
  /** Texts that are right, and wrong ones; either may be empty. */
  rights: readonly string[];
  wrong: readonly string[];
  /** How many texts it may write. */
  most: number;
  startsAt: number;
  endsAt: number;
}

export interface BotAct {
  /** Where it is now, if it has walked. */
  position: Position | null;
  message: string | null;
  /** Its answer in writing. */
  texts: string[] | null;
}

/** How a player of a rehearsal behaves: walks about, answers as it knows, and talks a little. */
export class Bot {
  private readonly skill: number;
  /** Where it turns on its way, and at last where it goes. */
  private way: Position[] = [];
  /** Until when it stands still. */
  private restsUntil: number;
  /** Where it goes for a question that is asked, and when it sets off. */
  private answers: { at: number; target: Position } | null = null;
  /** Its texts, and when it writes them. */
  private writes: { at: number; texts: string[] } | null = null;
  private isAsked = false;
  private actedAt: number;

  constructor(
    private readonly random: Random,
    private position: Position,
    private readonly say: BotWords,
    now: number,
    private readonly walls: () => Walls | undefined = () => undefined,
  ) {
    this.skill = this.between(SKILL);
    this.restsUntil = now + this.between(REST_MS);
    this.actedAt = now;
  }

  /** A question is asked: it stands still, makes up its mind and walks to its answer. */
  ask({ floor, rights, target, startsAt, endsAt }: BotQuestion): void {
    const { random } = this;
    const isKnown = random() < this.skill && (rights.length > 0 || target !== undefined);
    const aimed = isKnown && target ? drawnNear(target, random) : undefined;
    const values = isKnown && rights.length > 0 ? rights : valuesOf(floor);
    const value = aimed ? valueAt(aimed, floor) : drawOne(random, values);
    this.isAsked = true;
    this.writes = null;
    this.way = [];
    this.answers = {
      at: this.decidesAt(startsAt, endsAt),
      target: freePosition(
        this.walls(),
        aimed ?? floorPart(floor).drawPosition(value, floor, random),
        (position) => valueAt(position, floor) === value,
      ),
    };
  }

  /** People write for a question: it stands still, makes up its mind and writes, mostly what others write, too. */
  write({ rights, wrong, most, startsAt, endsAt }: BotWriting): void {
    const { random } = this;
    const isKnown = random() < this.skill && rights.length > 0;
    const others = wrong.length > 0 ? wrong : this.say.words;
    const texts = isKnown
      ? [drawOne(random, rights)]
      : sample(random, others, Math.min(1 + drawInt(random, most), others.length));
    this.isAsked = true;
    this.way = [];
    this.answers = null;
    this.writes = { at: this.decidesAt(startsAt, endsAt), texts };
  }

  /** No question is asked: it walks about. */
  wander(now: number): void {
    if (!this.isAsked) return;
    this.isAsked = false;
    this.answers = null;
    this.writes = null;
    this.restsUntil = now + this.between(REST_MS);
  }

  /** Where the room has put it after an act. */
  putAt(position: Position): void {
    this.position = position;
  }

  /** What it does; to be called every `SEND_INTERVAL_MS`, as often as a page tells where it is. */
  act(now: number): BotAct {
    const before = this.position;
    this.choose(now);
    this.walk(now);
    const { random } = this;
    const texts = this.writes !== null && now >= this.writes.at ? this.writes.texts : null;
    if (texts !== null) this.writes = null;
    const speaks = random() < SEND_INTERVAL_MS / CHAT_EVERY_MS;
    return {
      position: this.position === before ? null : this.position,
      message: speaks ? drawOne(random, this.say.sayings) : null,
      texts,
    };
  }

  private choose(now: number): void {
    if (this.isAsked) {
      if (this.answers === null || now < this.answers.at) return;
      this.goTo(this.answers.target);
      this.answers = null;
    } else if (this.way.length === 0 && now >= this.restsUntil)
      this.goTo(drawFree(this.random, this.walls()));
  }

  private goTo(target: Position): void {
    const walls = this.walls();
    const turns = walls === undefined ? [] : wayTo(walls, spotOf(this.position), spotOf(target));
    this.way = [...turns.slice(0, -1).map(positionOf), target];
  }

  private walk(now: number): void {
    let reach = Math.min(Math.max(0, now - this.actedAt), MOST_STEP_MS) * STEPS_PER_MS;
    this.actedAt = now;
    for (let next = this.way[0]; next !== undefined && reach > 0; next = this.way[0]) {
      const [x, y] = this.position;
      const [dx, dy] = [next[0] - x, next[1] - y];
      const distance = Math.hypot(dx, dy);
      if (reach < distance) {
        this.position = [
          x + Math.trunc((dx * reach) / distance),
          y + Math.trunc((dy * reach) / distance),
        ];
        return;
      }
      reach -= distance;
      this.position = next;
      this.way.shift();
      if (this.way.length === 0) this.restsUntil = now + this.between(REST_MS);
    }
  }

  private decidesAt(startsAt: number, endsAt: number): number {
    return startsAt + this.random() * DECIDED_BY * (endsAt - startsAt);
  }

  private between({ least, most }: { least: number; most: number }): number {
    return least + this.random() * (most - least);
  }
}

/** Anywhere within the outer circle; most are near its middle. */
function drawnNear({ x, y, far }: Target, random: Random): Position {
  const turn = random() * 2 * Math.PI;
  const away = random() * (far - 1);
  const within = (along: number): number => Math.round(Math.min(Math.max(along, 0), STEPS));
  return [within(x + away * Math.cos(turn)), within(y + away * Math.sin(turn))];
}
