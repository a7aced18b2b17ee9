/**
 * What a game, files and results make of questions of every kind, as bytes that were recorded. Another byte is another
 * game, or a file that an older program reads otherwise: where a change is wanted, write them anew with
 * `npx vitest run test/game/recorded-kinds.test.ts -u` and read the difference.
 */
import { serverWords } from '../../src/i18n/made/server/words.js';
import { partShown, partSolution } from '../../src/game/kinds/series.js';
import { nameOf } from '../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../load-test/swarm/seeded.js';
import { drawQuestion } from '../../src/game/draw-question.js';
import { draftFaults } from '../../src/game/shared/draft-faults.js';
import { correct } from '../../src/game/correct.js';
import { hostNotesOf, standingCounts } from '../../src/game/host-notes.js';
import { entriesOn } from '../../src/game/kinds/entry.js';
import { floorOf, positionFor, valueAt, valuesOf, zonesOf } from '../../src/game/kinds/floor.js';
import { mostMissed, rightValues } from '../../src/game/kinds/rights.js';
import type { Question } from '../../src/game/shared/quiz-set.js';
import { rulesOf, type RoomState } from '../../src/game/room-state.js';
import { finished } from '../../src/game/steps.js';
import { stagedSteps } from '../../src/game/show/staged.js';
import type { Position } from '../../src/game/shared/zones.js';
import {
  QUESTION_KINDS,
  STEPS,
  type DraftQuestion,
  type GameLink,
} from '../../src/protocol/index.js';
import { parseQuizFile, QuizFileError } from '../../src/server/desk/files/quiz-file.js';
import { writtenQuestion } from '../../src/server/desk/files/question-schema.js';
import { TwinFinder } from '../../src/server/desk/files/twin-finder.js';
import { quizFileText } from '../../src/server/desk/files/write-quiz.js';
import { draftOf, draftOfPlayed, writtenDraft } from '../../src/server/desk/sets/written-draft.js';
import { checkSet } from '../../src/server/desk/sets/check-drafts.js';
import { setFileOf } from '../../src/server/desk/sets/set-file.js';
import { Bot } from '../../src/server/live/rehearsal/bot.js';
import { csvOf } from '../../src/server/desk/results/csv.js';
import { movementOf } from '../../src/server/desk/results/movement.js';
import { publicSteps, reportSteps } from '../../src/server/desk/results/report.js';
import { stored } from '../../src/server/desk/results/stored-question.js';
import { tableOf } from '../../src/server/desk/results/tables.js';
import { RECORDED, recordOf } from '../support/recorded-kinds.js';
import { LENGTHS } from '../support/game-data.js';
import { play, seatsFor, step } from './kinds/played.js';

const RULINGS = [
  { isVoid: true, rights: null },
  { isVoid: false, rights: [2] },
  { isVoid: false, rights: [1, 3] },
  { isVoid: false, rights: [99] },
  { isVoid: false, rights: null, number: { answer: 5, tolerance: 1 } },
];
const LINK: GameLink = { names: false, questions: true };
const NAMES = Object.keys(RECORDED);
const PLAYERS = 20;
const WITH_SHOW = { ...LENGTHS, show: 'free' as const };

function positions(seed: number, count: number): Position[] {
  const random = seeded(seed);
  const along = (): number => Math.floor(random() * (STEPS + 1));
  return Array.from({ length: count }, () => [along(), along()]);
}

/** One question before its bell, which half of the players have moved for. */
function answered(question: Question, gameMode: 'RANKING' | 'SURVIVAL', seed: number): RoomState {
  const room = play({ gameMode, scoring: seed % 2 === 0 ? 'shared' : 'early' }, [question, OTHER]);
  if (room.phase.kind !== 'question') throw new Error(room.phase.kind);
  const places = positions(seed, PLAYERS);
  const entered = { question: `${room.tally.game}.0.0.0`, ms: 0 };
  const seats = seatsFor(PLAYERS).map((seat, n) => {
    const position = places[n] as Position;
    const moved = n % 2 === 0 ? { entered: { ...entered, ms: 700 * n } } : {};
    return { ...seat, position, playsFrom: n % 7 === 3 ? 9 : 0, ...moved };
  });
  return { ...room, seats: new Map(seats.map((seat) => [seat.slot, seat])) };
}

/** After the bell of its last part. */
function toReveal(asked: RoomState): RoomState {
  let room = asked;
  while (room.phase.kind === 'question') room = step(room);
  return room;
}

const OTHER = RECORDED['choice-fixed'] as Question;

describe.each(NAMES)('R16 a recorded question: %s', (name) => {
  const question = RECORDED[name] as Question;

  it('is drawn, stood on and judged as before', async () => {
    const record: Record<string, unknown> = {};
    for (const seed of [1, 2])
      for (const crowd of ['visible', 'blind'] as const)
        for (const choiceOrder of ['shuffled', 'written'] as const)
          record[`drawn ${seed} ${crowd} ${choiceOrder}`] = drawQuestion(
            question,
            { choiceOrder, crowd },
            seeded(seed),
          );
    const { shown, solution } = drawQuestion(
      question,
      { choiceOrder: 'written', crowd: 'visible' },
      seeded(1),
    );
    const floor = floorOf(shown);
    const places = positions(7, 40);
    record['floor'] = floor;
    record['values'] = valuesOf(floor);
    record['zones'] = zonesOf(floor);
    record['positions'] = valuesOf(floor).map((value) => positionFor(value, floor));
    record['position of none'] = positionFor(-1, floor);
    record['values at'] = places.map((place) => valueAt(place, floor));
    record['entries'] = places.map((place, n) =>
      Number(entriesOn(floor)(places[n - 1] ?? place, place)),
    );
    record['right values'] = rightValues(floor, partSolution(solution, 0));
    const bots = [1, 2, 3].map((seed) => {
      const bot = new Bot(seeded(seed), [0, 0], serverWords.en.server.bots, 0);
      bot.ask({
        floor,
        rights: rightValues(floor, partSolution(solution, 0)),
        startsAt: 0,
        endsAt: 1_000,
      });
      let at: Position | null = null;
      for (let now = 0; now < 20_000; now += 100) at = bot.act(now).position ?? at;
      return at;
    });
    record['bots'] = bots;
    for (const gameMode of ['RANKING', 'SURVIVAL'] as const)
      for (const seed of [11, 12]) {
        const asked = play({ gameMode }, [question, OTHER]);
        record[`notes ${gameMode} ${seed}`] = [hostNotesOf(asked), standingCounts(asked)];
        const before = answered(question, gameMode, seed);
        const room = toReveal(before);
        const { phase, judged, tally } = room;
        const [one] = judged;
        if (one === undefined) throw new Error('nothing was judged');
        record[`phase ${gameMode} ${seed}`] = phase;
        record[`judged ${gameMode} ${seed}`] = judged.length > 1 ? judged : one;
        record[`marks ${gameMode} ${seed}`] = tally.marks;
        record[`missed ${gameMode} ${seed}`] = mostMissed(one, gameMode);
        const reveal = { phase, judged: [...judged], tally };
        record[`show ${gameMode} ${seed}`] = finished(
          stagedSteps(before, reveal, 0, WITH_SHOW),
        ).phase;
        for (const ruling of RULINGS)
          record[`${JSON.stringify(ruling)} ${gameMode} ${seed}`] = told(() =>
            correct(room, nameOf({ index: 0 }), ruling),
          );
      }
    await expect(recordOf(record)).toMatchFileSnapshot(`recorded/${name}.txt`);
  });
});

function told(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return String(error);
  }
}

describe('R16 recorded results', () => {
  it('are stored, reported and written to sheets as before', async () => {
    const record: Record<string, unknown> = {};
    for (const gameMode of ['RANKING', 'SURVIVAL'] as const) {
      const rooms = NAMES.map((name, n) =>
        toReveal(answered(RECORDED[name] as Question, gameMode, n)),
      );
      const questions = rooms.flatMap(({ judged, game, phase }, index) => {
        const [one] = judged;
        const whole = game?.questions[0]?.shown;
        if (one === undefined || whole === undefined || phase.kind !== 'reveal') return [];
        const steps = Uint16Array.from(positions(index, 6 * PLAYERS).flat());
        const track = { everyMs: 500, samples: 6, steps };
        record[`stored ${gameMode} ${index}`] = stored({ ...one, question: index });
        record[`movement ${gameMode} ${index}`] = movementOf(one, track, { gameMode });
        return judged.map((part) => {
          const shown = judged.length > 1 ? partShown(whole, part.part) : phase.question;
          return { ...part, question: index, shown };
        });
      });
      const rules = rulesOf({ ...play({ gameMode }, [OTHER]).settings });
      const players = seatsFor(PLAYERS).map(({ playerId, slot }) => {
        return { playerId, slot, name: `Player ${slot}`, hasLeft: slot % 5 === 4 };
      });
      const report = finished(reportSteps({ rules, players, questions }));
      record[`report ${gameMode}`] = report;
      record[`public ${gameMode}`] = finished(
        publicSteps({ ...report, keepUntil: 0, endedAt: null } as never, LINK),
      );
      for (const language of ['ko', 'en'] as const)
        for (const table of ['questions', 'answers'] as const)
          record[`${table} ${gameMode} ${language}`] = finished(
            csvOf(tableOf(report, table, serverWords[language].server.sheet)),
          ).toString();
    }
    await expect(recordOf(record)).toMatchFileSnapshot('recorded/results.txt');
  });
});

/** What people write wrongly, or otherwise, of each kind. */
const WRITTEN: readonly object[] = [
  { quiz: 'No kind', choices: ['A', 'B'], answer: 'B' },
  { kind: 'atlas', quiz: 'Unknown' },
  ...QUESTION_KINDS.flatMap((kind) => [
    { kind },
    { kind, quiz: `Text of ${kind}`, points: 3, limitTime: 1, other: 1 },
    { kind, quiz: `Answer of ${kind}`, choices: ['A', 'A', ''], answer: 9, blind: 'x' },
    {
      kind,
      quiz: `All of ${kind}`,
      choices: ['A', 'B', 'C'],
      answer: kind === 'ox' ? 'O' : kind === 'number' ? 7 : [1, 'C'],
      min: 0,
      max: 10,
      step: 3,
      unit: 'm',
      tolerance: 1,
      from: 'Low',
      to: 'High',
      whole: true,
      fixedOrder: true,
      image: { id: 'd'.repeat(64), alt: 'A' },
      places: [
        { name: 'One', x: 1, y: 1 },
        { name: 'Two', x: 1, y: 2 },
        { name: 'Three', x: 2, y: 1 },
      ],
      targets: [{ x: 1, y: 1, rx: 9_000, ry: 9_000 }],
    },
  ]),
];
const TABLE = [
  'kind,question,choice1,choice2,choice3,answer,seconds,points,explanation,min,max,step,unit,tolerance,image,alt',
  ',One of three,A,B,C,2,20,2,Because,,,,,,,',
  'choice,Two of three,A,B,C,"1,3",,,,,,,,,,',
  '객관식,By its text,A,B,C,C,,,,,,,,,,',
  'ox,True,,,,참,,,,,,,,,,',
  'OX,False,,,,×,,,,,,,,,,',
  'ox,Neither,,,,maybe,,,,,,,,,,',
  '숫자,How many,,,,7,,0,,0,10,1,m,2,,',
  'number,How much,,,,x,,,,0,10,3,,,,',
  'number,How long,,,,4,,,,0,10,1,,,,',
  '위치,Where,,,,,,,,,,,,,,',
  'spot,Where now,,,,,,,,,,,,,,',
  '설문,Which,Tea,Coffee,,,,,,,,,,,,',
  'poll,Which other,Tea,,,,,,,,,,,,,',
  '척도,How,Bad,Good,,,,,,,,,,,,',
  'scale,How else,Bad,,,,,,,,,,,,,',
  'atlas,What,,,,,,,,,,,,,,',
  'statements,Both,a,b,,"O,X",6,,,,,,,,,',
  '참거짓,Row,a,b,c,OX,,,,,,,,,,',
  'order,In order,a,b,c,,20,2,,,,,,,,',
  '짝 맞추기,Pairs,a = x,b = y,c = x,,,,,,,,,,,',
  'match,No pair,a = x,b,,x | y,,,,,,,,,,',
  'guess,Share,A,B,,2,,,,,,,,,,',
  '비율 맞히기,No share,A,B,,C,,,,,,,,,,',
  `choice,With a picture,A,B,,1,,,,,,,,,${'e'.repeat(64)},B`,
];

describe('R16 recorded files and drafts', () => {
  const drafts = (): DraftQuestion[] => {
    const ids = new Set<string>();
    return Object.values(RECORDED).map((question) => draftOfPlayed(question, ids));
  };
  /** Ids that are drawn at random are none of the record. */
  const plain = (draft: DraftQuestion): object =>
    draft.id.length === 8 ? { ...draft, id: '' } : draft;

  it('are written and read as before', async () => {
    const record: Record<string, unknown> = {};
    for (const [name, question] of Object.entries(RECORDED)) {
      record[`written ${name}`] = writtenQuestion(question);
      const twins = new TwinFinder();
      record[`twin ${name}`] = NAMES.flatMap((other, row) =>
        twins.rowOfTwin({ ...(RECORDED[other] as Question), quiz: 'Same' }, row) === undefined
          ? []
          : other,
      );
    }
    for (const language of ['ko', 'en'] as const) {
      const read = (name: string, text: string, format: 'csv' | 'json'): void => {
        for (const isDraft of [false, true])
          record[`${name} ${language} ${isDraft ? 'as a draft' : ''}`] = toldFaults(() =>
            parseQuizFile(text, format, language, '', isDraft),
          );
      };
      for (const [n, question] of WRITTEN.entries())
        read(
          `file ${n}`,
          JSON.stringify({ version: 1, title: 'T', questions: [question] }),
          'json',
        );
      const [head = '', ...rows] = TABLE;
      for (const [n, row] of rows.entries()) read(`row ${n}`, `${head}\n${row}`, 'csv');
    }
    await expect(recordOf(record)).toMatchFileSnapshot('recorded/files.txt');
  });

  it('are kept, checked and packed as before', async () => {
    const record: Record<string, unknown> = {};
    const all = drafts();
    for (const draft of all) record[`draft ${draft.id}`] = draft;
    const set = { title: 'Recorded', language: 'en' as const, questions: all };
    record['file'] = quizFileText(writtenDraft(set));
    record['playable'] = finished(checkSet(all, 'en')).rows;
    for (const [n, written] of WRITTEN.entries()) {
      const draft = draftOf(written, new Set()) as DraftQuestion;
      record[`taken ${n}`] = plain(draft);
      for (const language of ['ko', 'en'] as const) {
        record[`faults ${n} ${language}`] = draftFaults(draft, serverWords[language].faults);
        record[`checked ${n} ${language}`] = Object.values(
          finished(checkSet([draft], language)).faults,
        );
      }
    }
    for (const kind of QUESTION_KINDS) {
      const first = all[0] as DraftQuestion;
      const mixed = { ...Object.assign({}, ...all), ...first, kind, id: kind } as DraftQuestion;
      record[`another kind ${kind}`] = writtenDraft({ ...set, questions: [mixed] });
      record[`faults of ${kind}`] = draftFaults(mixed, serverWords.en.faults);
      const told = { id: '1'.repeat(64), alt: 'It is C' };
      record[`told in ${kind}`] = [
        draftFaults({ ...mixed, image: told }, serverWords.en.faults),
        finished(checkSet([{ ...mixed, image: told }], 'en')).faults,
      ];
    }
    const pictures = ['a'.repeat(64), 'b'.repeat(64)];
    const large = Buffer.from('picture');
    const packed = setFileOf(set, pictures, async () => ({ large }) as never);
    const chunks: Uint8Array[] = [];
    for await (const chunk of packed.chunks) chunks.push(chunk);
    record['archive'] = [packed.name, packed.ending, Buffer.concat(chunks).toString('base64')];
    await expect(recordOf(record)).toMatchFileSnapshot('recorded/drafts.txt');
  });
});

function toldFaults(read: () => unknown): unknown {
  try {
    const json = JSON.stringify(read());
    // Of drafts, ids are drawn at random.
    return JSON.parse(json.replace(/"id":"[\w-]{8}"/g, '"id":""')) as unknown;
  } catch (error) {
    if (!(error instanceof QuizFileError)) throw error;
    return [error.message, error.rows];
  }
}
