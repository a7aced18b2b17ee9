/** A whole game in one room, and what each player is told in it held against the rules. */
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Mark,
  QuestionPayload,
  ResultsPayload,
  RevealPayload,
  ScoresPayload,
} from '../../src/protocol/index.js';
import {
  drawOptions,
  drawPlace,
  drawQuestion,
  oneOf,
  whole,
  type Options,
  type Random,
  type Written,
} from './draw.js';
import { STEPS, valueOf, type Place } from './floor.js';
import {
  isRevivalDue,
  marksFaults,
  narrowed,
  resultsFaults,
  teamFaults,
  type Person,
} from './compare.js';
import { standingsOf, type Given, type Judged, type Right, type Rules } from './judge.js';
import type { Ledger, Move } from './ledger.js';
import { OraclePlayer, type Heard } from './player.js';
import type { Rig } from './rig.js';

const GET_READY_MS = 300;
const LOOK_MS = 20;
const MOST_WAIT_MS = 30_000;
/** Without a fault for so long, everybody is back in the room. */
const QUIET_MS = 2_500;
/** A player who comes back so long before the bell may be too late for it. */
const LATE_BACK_MS = 500;
/** A value that is never right. */
const NOWHERE = Infinity;
/** Of what may have been and cannot be known, so many ways are tried. */
const MOST_WAYS = 256;

export interface Mismatch {
  room: number;
  question: number;
  what: string[];
  /** Of the players concerned, what they sent. */
  moves: readonly Move[];
  options: Options;
}

interface Asked {
  payload: QuestionPayload;
  written: Written;
}

export interface GameSettings {
  rig: Rig;
  ledger: Ledger;
  random: Random;
  number: number;
  questions: number;
  players: number;
}

export class OracleGame {
  readonly mismatches: Mismatch[] = [];
  /** How many marks were held against the rules. */
  marks = 0;
  /** How many answers could not be known, as a move was under way at the bell. */
  unknown = 0;
  questionsPlayed = 0;
  /** How long after its bell each player heard each reveal, in ms. */
  readonly lateMs: number[] = [];
  /** When players were told that the store is away, epoch ms. */
  readonly awayAt: number[] = [];
  readonly options: Options;
  private readonly rules: Rules;
  private readonly written: Written[];
  private readonly people: Person[] = [];
  private readonly judged: Judged[] = [];
  private readonly asked = new Map<number, Asked>();
  private readonly told = new Map<number, { index: number; payload: RevealPayload }>();
  private readonly scores = new Map<number, ScoresPayload>();
  private readonly ends = new Map<number, ResultsPayload>();
  private revived: string[] | undefined;
  private starters = 0;
  private isBroken = false;
  /** What the host asked for got no answer, so nothing more could be judged. */
  isBrokenOff = false;

  constructor(private readonly settings: GameSettings) {
    const { random, questions } = settings;
    this.options = drawOptions(random);
    const { gameMode, scoring, crowd, lives } = this.options;
    this.rules = { gameMode, scoring, isBlindRoom: crowd === 'blind', lives };
    this.written = Array.from({ length: questions }, (_, n) => drawQuestion(random, n, crowd));
  }

  /** When the question that is asked ends, epoch ms; 0 where none is. */
  get bell(): number {
    return [...this.asked.values()].at(-1)?.payload.endTime ?? 0;
  }

  private get host(): OraclePlayer {
    return (this.people[0] as Person).player;
  }

  async play(): Promise<void> {
    try {
      await this.open();
      for (let index = 0; index < this.written.length && !this.isBroken; index++) {
        if (!(await this.playQuestion(index))) break;
      }
      if (!this.isBroken) await this.finish();
    } catch (error) {
      // Whether the store has taken what it did not answer cannot be known.
      if (String(error).includes('STORE_AWAY')) this.isBrokenOff = true;
      else this.fault(this.judged.length, [String((error as Error).stack)], []);
    } finally {
      for (const { player } of this.people) player.close();
    }
  }

  private async open(): Promise<void> {
    const { rig, players, random, number } = this.settings;
    const { options } = this;
    const host = this.newPlayer(0);
    await host.connect();
    const pin = await host.open({
      ...options,
      questionOrder: 'written',
      title: `Room ${number}`,
      playerName: 'Host',
    });
    await until(() => host.token !== undefined && host.id !== '', 'the host');
    this.note(host, 0);
    const builtIn = host.quizSetId;
    const response = await fetch(`${rig.urls[0]}/api/rooms/${pin}/quiz-set`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${host.token}` },
      body: JSON.stringify({
        title: 'Oracle',
        language: 'en',
        questions: this.written.map(({ json }) => json),
      }),
    });
    if (!response.ok) throw new Error(`quiz set: ${response.status} ${await response.text()}`);
    await until(() => host.quizSetId !== '' && host.quizSetId !== builtIn, 'the set');
    for (let n = 1; n < players; n++) await this.come(pin, n, 0);
    const { quizSetId } = host;
    await host.ask('updateRoomQuizset', { quizSetId, quizCount: this.written.length });
    const slow = oneOf(random, this.people);
    await host.ask('setExtraTime', { playerId: slow.id, extra: true });
    slow.hasExtraTime = true;
    await host.ask('startGame', {});
    this.starters = this.people.length;
  }

  private newPlayer(n: number): OraclePlayer {
    const { rig, ledger } = this.settings;
    return new OraclePlayer({
      urls: rig.urls,
      process: n % rig.urls.length,
      ledger,
      heard: (player, heard) => this.hear(player, heard),
    });
  }

  private async come(pin: string, n: number, playsFrom: number): Promise<void> {
    const player = this.newPlayer(n);
    await player.connect();
    await player.join(pin, `Player ${n}`);
    await until(() => player.roster.has(player.id), 'a newcomer');
    this.note(player, playsFrom);
  }

  private note(player: OraclePlayer, playsFrom: number): void {
    const [x, y] = player.roster.get(player.id)?.playerPosition ?? [0, 0];
    const from: Place = [Math.floor(x * STEPS + 1e-6), Math.floor(y * STEPS + 1e-6)];
    const isAlive = playsFrom === 0 || this.rules.gameMode === 'RANKING';
    this.people.push({
      player,
      id: player.id,
      from,
      playsFrom,
      isAlive,
      sitsOut: false,
      hasExtraTime: false,
    });
  }

  private hear(player: OraclePlayer, { event, payload, version }: Heard): void {
    const keep = <T>(all: Map<number, T>, told: T): void => {
      const known = all.get(version);
      if (known === undefined) all.set(version, told);
      else if (!isDeepStrictEqual(known, told))
        this.fault(
          player.phase?.index ?? -1,
          [
            `${event} of version ${version} was told in two ways`,
            JSON.stringify(known),
            JSON.stringify(told),
          ],
          [],
        );
    };
    const index = player.phase?.index ?? -1;
    switch (event) {
      case 'startQuizTime': {
        const told = payload as QuestionPayload;
        const n = Number(/\d+/.exec(told.quiz)?.[0]);
        const written = this.written[n];
        if (written !== undefined) this.asked.set(n, { payload: told, written });
        break;
      }
      case 'notice':
        if ((payload as { code: string }).code === 'STORE_AWAY') this.awayAt.push(Date.now());
        break;
      case 'endQuizTime':
        this.lateMs.push(Date.now() - (this.asked.get(index)?.payload.endTime ?? Date.now()));
        return keep(this.told, { index, payload: payload as RevealPayload });
      case 'updateScores':
        return keep(this.scores, payload as ScoresPayload);
      case 'endGame':
        return keep(this.ends, payload as ResultsPayload);
      case 'revival':
        this.revived = (payload as { playerIds: string[] }).playerIds;
        break;
      default:
    }
  }

  /** Whether another question may follow. */
  private async playQuestion(index: number): Promise<boolean> {
    await until(() => this.asked.has(index) || this.ends.size > 0, `question ${index}`);
    const isDecided = this.isDecided;
    const asked = this.asked.get(index);
    if (asked === undefined || isDecided) {
      if (asked !== undefined || !isDecided)
        this.fault(index, [`the game ${asked ? 'went on' : 'ended'}, decided: ${isDecided}`], []);
      return false;
    }
    if (index > 0) this.revive(index - 1);
    this.walk(asked.payload);
    const { random } = this.settings;
    if (random() < 0.3 && index > 0) await this.change(index, asked.payload);
    await until(() => this.revealOf(index) !== undefined, `reveal ${index}`);
    this.questionsPlayed++;
    this.judge(index);
    if (!this.isBroken && random() < 0.4 && this.isQuiet) await this.correct('reveal', index);
    return !this.isBroken;
  }

  private get isQuiet(): boolean {
    return this.settings.rig.isQuiet(QUIET_MS);
  }

  private get isDecided(): boolean {
    const living = this.people.filter(({ isAlive }) => isAlive).length;
    return this.rules.gameMode === 'SURVIVAL' && this.starters > 1 && living <= 1;
  }

  private get newestVersion(): number {
    return Math.max(...this.people.map(({ player }) => player.phase?.version ?? -1));
  }

  private revealOf(index: number): { version: number; payload: RevealPayload } | undefined {
    const found = [...this.told]
      .filter(([, one]) => one.index === index)
      .sort(([a], [b]) => a - b)[0];
    return found && { version: found[0], payload: found[1].payload };
  }

  private walk({ startTime, endTime }: QuestionPayload): void {
    const { random } = this.settings;
    const at = (player: OraclePlayer, time: number): void => {
      const place = drawPlace(random);
      setTimeout(() => player.move(place), Math.max(0, time - Date.now()));
    };
    for (const { player } of this.people) {
      if (random() < 0.8) at(player, startTime + whole(random, -200, 1_500));
      if (random() < 0.5) at(player, endTime - whole(random, 200, 1_400));
      if (random() < 0.4) at(player, endTime - whole(random, 100, 600));
    }
  }

  /** Somebody comes or goes, or the host corrects a question, while one is open. */
  private async change(index: number, { startTime }: QuestionPayload): Promise<void> {
    await sleep(Math.max(0, startTime + 200 - Date.now()));
    if (!this.isQuiet) return;
    const { random, players, number } = this.settings;
    const kind = oneOf(random, ['come', 'go', 'correct'] as const);
    if (kind === 'correct') return this.correct('question', index);
    if (kind === 'come' && this.people.length < players + 2)
      return this.come(this.host.pinOf, players + index + number, index + 1);
    const leaver = this.people.at(-1) as Person;
    const living = this.people.filter(({ isAlive }) => isAlive).length;
    if (kind !== 'go' || this.people.length < 4 || living < 4) return;
    this.people.pop();
    await leaver.player.leave();
  }

  private judge(index: number): void {
    const reveal = this.revealOf(index);
    const asked = this.asked.get(index);
    if (reveal === undefined || asked === undefined) return;
    const ways = this.waysOf(asked);
    const tried = ways.map((given) => {
      const question = this.judgedOf(asked, given);
      return { question, faults: this.faultsOf(question, reveal.payload) };
    });
    const best = tried.toSorted((a, b) => a.faults.length - b.faults.length)[0];
    if (best === undefined) return;
    if (best.faults.length > 0) {
      const lines = best.question.given.map(
        ({ player, value, as }) => `${player} ${as} on ${value}`,
      );
      return this.fault(
        index,
        [...best.faults, ...lines, JSON.stringify(best.question.right)],
        this.people,
      );
    }
    this.judged.push(narrowed(this.judged, best.question, this.rules, reveal.payload.players));
    this.settle(best.question.right === null ? 'asked' : 'judged');
    const wrong = teamFaults(this.judged, this.rules, reveal.payload.teams, this.options.teams);
    if (wrong.length > 0) this.fault(index, wrong, this.people);
  }

  private faultsOf(question: Judged, payload: RevealPayload): string[] {
    if (question.right === null)
      return payload.players.length === 0 ? [] : ['marks were told of what is not scored'];
    this.marks += payload.players.length;
    const { summary } = payload;
    const faults = marksFaults(
      [...this.judged, question],
      this.people,
      this.rules,
      payload.players,
      'judged',
    );
    if (question.right.kind === 'choice' && summary !== undefined && 'counts' in summary) {
      const values = question.given.flatMap(({ as, value }) => (as === 'plays' ? value : []));
      summary.counts.forEach((count, i) => {
        const expected = values.filter((value) => value === i + 1).length;
        if (count !== expected) faults.push(`zone ${i + 1} has ${String(count)}, not ${expected}`);
      });
    }
    return faults;
  }

  private judgedOf({ payload, written }: Asked, given: Given[]): Judged {
    const { startTime, endTime, choiceList } = payload;
    const right: Right | null =
      written.right?.kind === 'choice'
        ? { kind: 'choice', rights: orders(choiceList, written.right.texts) }
        : written.right;
    const { points, isBlind } = written;
    return {
      right,
      points,
      isBlind,
      limitMs: endTime - startTime,
      isVoid: false,
      given,
      revives: [],
    };
  }

  /** All that may have been: of some a move was under way at the bell. */
  private waysOf({ payload, written }: Asked): Given[][] {
    const { ledger, rig } = this.settings;
    const { startTime, endTime } = payload;
    const askedAt = startTime - GET_READY_MS;
    const index = this.judged.length;
    const values = (place: Place): number => valueOf(place, written.floor);
    const each = this.people.map((person): Given[] => {
      const { id, from, isAlive, sitsOut, playsFrom, hasExtraTime, player } = person;
      const as = playsFrom > index || (isAlive && sitsOut) ? 'not' : isAlive ? 'plays' : 'ghost';
      const team = player.roster.get(id)?.team;
      const all = ledger.candidates(id, endTime, from).map((last): Given => {
        const moment = { player: id, startTime, endTime, askedAt };
        const [least, most] = ledger.entryMs(last, moment, values, rig.faults, from);
        const count = (ms: number): number => (hasExtraTime ? Math.floor((2 * ms) / 3) : ms);
        return { player: id, value: values(last.place), ms: [count(least), count(most)], as, team };
      });
      // Whether the room knew of a loss when it asked, and of the return at the bell, is its own affair (R5.4).
      const mayBeAway = player.absences.some(
        ([lost, back]) => lost < startTime && back > endTime - LATE_BACK_MS,
      );
      const isSurvival = this.rules.gameMode === 'SURVIVAL';
      if (as === 'plays' && mayBeAway)
        all.push({
          player: id,
          value: NOWHERE,
          ms: [0, 0],
          as: isSurvival ? 'plays' : 'not',
          team,
        });
      return all;
    });
    this.unknown += each.filter((all) => all.length > 1).length;
    return each.reduce<Given[][]>(
      (ways, all) => ways.flatMap((way) => all.map((one) => [...way, one])).slice(0, MOST_WAYS),
      [[]],
    );
  }

  /** Who lives after a judgement, or after a correction while a question is open, when nobody falls. */
  private settle(moment: 'judged' | 'asked'): void {
    if (this.rules.gameMode === 'RANKING') return;
    const standings = standingsOf(this.judged, this.rules);
    for (const person of this.people) {
      const standing = standings.get(person.id);
      if (standing === undefined) continue;
      const { fellIn } = standing;
      if (moment === 'judged') person.sitsOut = false;
      person.isAlive = fellIn === null || (moment === 'asked' && person.isAlive);
    }
    if (moment === 'judged') for (const person of this.people) person.sitsOut = false;
  }

  private revive(index: number): void {
    const told = this.revived ?? [];
    this.revived = undefined;
    const question = this.judged[index];
    if (question === undefined) return;
    const left = this.written
      .slice(index + 1)
      .filter(({ right, points }) => right && points > 0).length;
    const { isAllowed, why } = isRevivalDue(this.judged, this.people, this.rules, {
      told,
      left,
      starters: this.starters,
      isOn: this.options.revival,
      isQuiet: this.isQuiet,
    });
    if (!isAllowed) this.fault(index, [`revival of ${told.join()}: ${why}`], this.people);
    if (told.length === 0) return;
    this.judged[index] = { ...question, revives: told };
    for (const person of this.people) if (told.includes(person.id)) person.isAlive = true;
  }

  private async correct(moment: 'reveal' | 'question', index: number): Promise<void> {
    const { random } = this.settings;
    const { host } = this;
    const scored = [...this.judged.keys()].filter((n) => this.judged[n]?.right != null);
    if (scored.length === 0) return;
    const chosen = oneOf(random, scored);
    const known = this.judged[chosen] as Judged;
    const ruled = this.rule(chosen, known);
    // Others may have heard of this phase before the host.
    await until(() => (host.phase?.version ?? -1) >= this.newestVersion, 'the phase');
    const before = host.phase?.version ?? 0;
    const { right } = ruled;
    await host.ask('correctQuestion', {
      version: before,
      question: chosen,
      isVoid: ruled.isVoid,
      rights: right?.kind === 'choice' ? right.rights : null,
      ...(right?.kind === 'number' && {
        number: { answer: right.answer, tolerance: right.tolerance },
      }),
    });
    const told = (): { players: readonly Mark[]; teams?: ScoresPayload['teams'] } | undefined => {
      const isPoll = moment === 'reveal' && this.judged[index]?.right === null;
      const scores = [...this.scores].find(([version]) => version > before)?.[1];
      const reveal = [...this.told].find(
        ([version, one]) => version > before && one.index === index,
      );
      return moment === 'reveal' && !isPoll ? reveal?.[1].payload : scores;
    };
    await until(() => told() !== undefined, 'the scores of a correction');
    this.judged[chosen] = ruled;
    const isShown = moment === 'reveal' && this.judged[index]?.right !== null;
    const wasAlive = new Set(this.people.flatMap((one) => (one.isAlive ? one.id : [])));
    this.settle(isShown ? 'judged' : 'asked');
    if (moment === 'question')
      for (const one of this.people) if (one.isAlive && !wasAlive.has(one.id)) one.sitsOut = true;
    const { players, teams } = told() as {
      players: readonly Mark[];
      teams?: ScoresPayload['teams'];
    };
    this.marks += players.length;
    const faults = [
      ...marksFaults(this.judged, this.people, this.rules, players, 'corrected'),
      ...teamFaults(this.judged, this.rules, teams, this.options.teams),
    ];
    if (faults.length > 0)
      this.fault(
        index,
        [
          `after a correction of ${chosen} to ${JSON.stringify({ ...ruled, given: [] })} in a ${moment}`,
          ...faults,
        ],
        this.people,
      );
  }

  private rule(n: number, known: Judged): Judged {
    const { random } = this.settings;
    const asked = this.asked.get(n) as Asked;
    const isVoid = random() < 0.3;
    const back = this.judgedOf(asked, []).right;
    const { floor } = asked.written;
    if (isVoid || random() < 0.3) return { ...known, isVoid, right: back };
    if (floor.kind === 'number') {
      const answer =
        floor.min + floor.step * whole(random, 0, (floor.max - floor.min) / floor.step);
      return { ...known, isVoid, right: { kind: 'number', answer, tolerance: floor.step } };
    }
    const count = asked.payload.choiceList.length;
    const rights = Array.from({ length: count }, (_, i) => i + 1).filter(() => random() < 0.5);
    return {
      ...known,
      isVoid,
      right: { kind: 'choice', rights: rights.length > 0 ? rights : [1] },
    };
  }

  private async finish(): Promise<void> {
    await until(() => this.ends.size > 0, 'the end');
    const check = (results: ResultsPayload): void => {
      this.marks += results.results.length;
      const faults = [
        ...resultsFaults(this.judged, this.people, this.rules, results.results),
        ...teamFaults(this.judged, this.rules, results.teams, this.options.teams),
      ];
      if (faults.length > 0)
        this.fault(this.judged.length, ['the results', ...faults], this.people);
    };
    check([...this.ends.values()][0] as ResultsPayload);
  }

  private fault(question: number, what: string[], people: readonly Person[]): void {
    this.isBroken = true;
    const { ledger, number: room } = this.settings;
    const moves = people.flatMap(({ id }) => ledger.of(id).slice(-4));
    this.mismatches.push({ room, question, what, moves, options: this.options });
  }
}

function orders(choices: QuestionPayload['choiceList'], texts: readonly string[]): number[] {
  return choices.flatMap(({ order, content }) => (texts.includes(content) ? order : []));
}

async function until(condition: () => boolean, what: string): Promise<void> {
  const end = Date.now() + MOST_WAIT_MS;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await sleep(LOOK_MS);
  }
}
