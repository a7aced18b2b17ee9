import { join } from 'node:path';
import { render } from 'svelte/server';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { seeded } from '../../load-test/swarm/seeded.js';
import { drawQuestion } from '../../src/game/draw-question.js';
import { partShown } from '../../src/game/kinds/series.js';
import type { Question } from '../../src/game/shared/quiz-set.js';
import {
  inLanguage,
  QUESTION_KINDS,
  type QuestionPayload,
  type SetLanguage,
} from '../../src/protocol/index.js';
import { inLanguages, said } from '../support/in-languages.js';
import { ONE_OF_EACH, ORDER, PARTED, WRITTEN } from '../support/kinds.js';
import { loadKinds, loadPages, PageRoom, type Told } from '../support/page-room.js';
import { readIn } from '../../src/web/room/languages/read-in.js';
import { PATIENT } from '../support/patience.js';

interface QuizLanguage {
  choose: (language: SetLanguage | null) => void;
}
interface Languages {
  set: object;
  read: <T>(told: T) => T;
  secondsOf: <T>(place: string, thing: T, textsOf: (thing: T) => string[]) => string[];
}
interface Named {
  places: { name: string }[];
  texts: object;
}

const nobody = (): void => undefined;
const SET = { quizSetId: 'set', quizCount: 3, title: 'Evening', language: 'ko' };
const SEVERAL = { ...SET, languages: ['de', 'en'] };
const how = { choiceOrder: 'written', crowd: 'visible' } as const;
const times = { startTime: 1_000, endTime: 21_000 };

const askedOf = (question: Question): QuestionPayload => ({
  ...drawQuestion(question, how, seeded(1)).shown,
  ...times,
});
const QUESTION: Question = {
  kind: 'choice',
  quiz: '수도는?',
  choices: ['서울', '부산'],
  answers: [0],
  limitTime: 20,
  texts: {
    de: { quiz: 'Die Hauptstadt?', choices: ['Seoul', 'Busan'] },
    en: { quiz: 'The capital?' },
  },
};
const phase = (version: number, kind: string, more: object = {}): Told => [
  'phase',
  { version, kind, index: 0, count: 3, ...times, ...more },
];

let quizLanguage: QuizLanguage;
let QuizLanguages: new (room: object, wanted?: () => SetLanguage[]) => Languages;

beforeAll(async () => {
  await loadPages();
  await loadKinds();
  const path = join(import.meta.dirname, '../../src/web/room/languages/quiz-languages.svelte.ts');
  ({ quizLanguage, QuizLanguages } = (await import(path)) as {
    quizLanguage: QuizLanguage;
    QuizLanguages: typeof QuizLanguages;
  });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: nobody, removeItem: nobody });
  vi.stubGlobal('Text', Map);
  vi.stubGlobal('HTMLImageElement', Map);
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe = nobody;
    },
  );
  vi.stubGlobal('document', { documentElement: {}, body: { childNodes: [] } });
});
beforeEach(() => {
  vi.stubGlobal('navigator', { languages: ['en'] });
  quizLanguage.choose('none');
});

/** A page in the lobby of a room whose set is in several languages. */
async function pageIn(
  part: 'phone' | 'projector' | 'cockpit',
  wanted?: SetLanguage[],
  set = SEVERAL,
) {
  const page = new PageRoom(part, part === 'phone' ? 'me' : null);
  const room = page.room as unknown as { languages: Languages | null; screen: object };
  if (wanted) room.languages = new QuizLanguages(room, () => wanted);
  page.hear(['updateRoomQuizset', set]);
  await vi.waitFor(
    () => expect(room.languages?.set).toMatchObject({ language: set.language }),
    PATIENT,
  );
  return page;
}

/** Without the marks of the page's own elements. */
function wordsOf(page: PageRoom, part: string): string {
  const { [part]: said = '' } = page.says();
  return said.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

describe('a question in several languages', () => {
  it('R30.17 is shown in the language of the page, and in the one that was chosen at once', async () => {
    const page = await pageIn('phone');
    page.hear(phase(1, 'question'), ['startQuizTime', askedOf(QUESTION)]);
    expect(wordsOf(page, 'stage/StageHead')).toContain('The capital?');
    // The choices are in the main language alone.
    expect(wordsOf(page, 'stage/Arena')).toMatch(/서울.*부산/);

    quizLanguage.choose('de');
    expect(wordsOf(page, 'stage/StageHead')).toContain('Die Hauptstadt?');
    expect(wordsOf(page, 'stage/Arena')).toMatch(/Seoul.*Busan/);
    quizLanguage.choose('ko');
    expect(wordsOf(page, 'stage/StageHead')).toContain('수도는?');
    // That was chosen for another set.
    quizLanguage.choose('fr');
    expect(wordsOf(page, 'stage/StageHead')).toContain('The capital?');
    page.close();
  });

  it.each([
    [['fr', 'de'], 'Die Hauptstadt?'],
    [['fr-CH', 'ko-KR', 'de'], '수도는?'],
    [['fr', 'es'], '수도는?'],
  ])(
    'R30.17 is shown in the first language of the browser that the set has, where the page has none: %s',
    async (languages, quiz) => {
      vi.stubGlobal('navigator', { languages });
      quizLanguage.choose(null);
      const page = await pageIn('phone', undefined, { ...SEVERAL, languages: ['de', 'ja'] });
      page.hear(phase(1, 'question'), ['startQuizTime', askedOf(QUESTION)]);
      expect(wordsOf(page, 'stage/StageHead')).toContain(quiz);
      // A choice for another set changes nothing of it.
      quizLanguage.choose('fr');
      expect(wordsOf(page, 'stage/StageHead')).toContain(quiz);
      page.close();
    },
  );

  it('R30.5, R30.17 is in the base of the language that was chosen for another set', async () => {
    const page = await pageIn('phone');
    page.hear(phase(1, 'question'), ['startQuizTime', askedOf(QUESTION)]);
    quizLanguage.choose('de-CH');
    expect(wordsOf(page, 'stage/StageHead')).toContain('Die Hauptstadt?');
    page.close();
  });

  it('R30.5 is in the main language for who reads that, also where the set has its base', async () => {
    const page = await pageIn('phone', undefined, { ...SET, language: 'ko-KR', languages: ['ko'] });
    const texts = { ko: { quiz: '기본' } };
    page.hear(phase(1, 'question'), ['startQuizTime', { ...askedOf(QUESTION), texts }]);
    quizLanguage.choose('ko');
    expect(wordsOf(page, 'stage/StageHead')).toContain('기본');
    quizLanguage.choose('ko-KR');
    expect(wordsOf(page, 'stage/StageHead')).toContain('수도는?');
    page.close();
  });

  it('R30.20 is of a set whose title is told in it, too', async () => {
    const page = await pageIn('phone');
    page.hear(phase(1, 'lobby'));
    const texts = { de: { title: 'Der Abend' } };
    page.hear(['updateRoomQuizset', { ...SEVERAL, texts }]);
    quizLanguage.choose('de');
    expect(wordsOf(page, 'stage/StageHead')).toContain('Der Abend');
    quizLanguage.choose('ko');
    expect(wordsOf(page, 'stage/StageHead')).toMatch(/Evening/);
    expect(wordsOf(page, 'stage/StageHead')).not.toContain('Der Abend');
    page.close();
  });

  it('R30.17 is in the main language for who reads none of them, and where the set has but one', async () => {
    const page = await pageIn('phone');
    const { texts: _, ...alone } = askedOf(QUESTION);
    page.hear(phase(1, 'question'), ['startQuizTime', alone]);
    expect(wordsOf(page, 'stage/StageHead')).toContain('수도는?');
    page.close();
  });

  it('R30.17 has explanation and right spelling of the reveal in it, also where it is switched afterwards', async () => {
    const page = await pageIn('phone');
    const typed = inLanguages({ ...WRITTEN[0]!, explanation: 'Why' }, ['de']);
    quizLanguage.choose('de');
    const reveal = {
      answer: 0,
      players: [],
      solution: { kind: 'text', accepted: ['main'] },
      explanation: 'Why',
      texts: { de: { explanation: 'Warum', solution: { accepted: ['deutsch'] } } },
    };
    page.hear(phase(1, 'question'), ['startQuizTime', askedOf(typed)]);
    page.hear(phase(2, 'reveal'), ['endQuizTime', reveal]);
    const told = page.room as unknown as {
      reveal: { explanation: string; solution: { accepted: string[] } };
      judged: { question: QuestionPayload; solution: { accepted: string[] } };
    };
    expect(told.reveal).toMatchObject({
      explanation: 'Warum',
      solution: { accepted: ['deutsch'] },
    });
    expect(wordsOf(page, 'stage/Announcer')).toContain('Warum');
    // Corrections are made in the main language, and keep the spellings of all.
    expect(told.judged.question.quiz).toBe(typed.quiz);
    expect(told.judged.solution).toEqual(reveal.solution);
    quizLanguage.choose('ko');
    expect(told.reveal).toMatchObject({ explanation: 'Why', solution: { accepted: ['main'] } });
    page.close();
  });

  it('R30.17 is called as a whole while one of its parts is open', async () => {
    const page = await pageIn('phone');
    quizLanguage.choose('de');
    const { shown } = drawQuestion(inLanguages(ORDER, ['de']), how, seeded(1));
    const part = partShown(shown, 1);
    page.hear(phase(1, 'question', { part: 1 }), ['startQuizTime', { ...part, ...times }]);
    const { question } = page.room as unknown as { question: QuestionPayload };
    expect(question.quiz).toBe(said(ORDER.quiz, 'de'));
    page.close();
  });

  it('R30.18 has the second language of a projector beside the question, and beside up to four choices', async () => {
    const page = await pageIn('projector', ['de', 'ko']);
    page.hear(phase(1, 'question'), ['startQuizTime', askedOf(QUESTION)]);
    expect(wordsOf(page, 'stage/ScreenHead')).toMatch(/Die Hauptstadt\?.*수도는\?/);
    const { question } = page.room as unknown as { question: QuestionPayload };
    expect(question.choiceList).toEqual([
      { order: 1, content: 'Seoul', second: '서울' },
      { order: 2, content: 'Busan', second: '부산' },
    ]);
    const choices = ['a', 'b', 'c', 'd', 'e'];
    const five = inLanguages({ ...QUESTION, choices, texts: {} }, ['de']);
    page.hear(phase(2, 'countdown'), phase(3, 'question'), ['startQuizTime', askedOf(five)]);
    const { question: next } = page.room as unknown as { question: QuestionPayload };
    expect(next.choiceList.map((choice) => 'second' in choice)).toEqual(choices.map(() => false));
    expect(wordsOf(page, 'stage/ScreenHead')).toMatch(/수도는\? de 수도는\?/);
    page.close();
  });

  it('R30.18 has it beside names and parts where there are few and short ones, else nowhere', async () => {
    const page = await pageIn('projector', ['ko', 'de']);
    const { languages } = page.room as unknown as { languages: Languages };
    const namesOf = ({ places }: Named) => places.map(({ name }) => name);
    const named = (names: string[], texts: string[]): Named => {
      const toName = (name: string) => ({ name });
      return { places: names.map(toName), texts: { de: { places: texts.map(toName) } } };
    };
    const secondsOf = (names: string[], texts: string[]) =>
      languages.secondsOf('places', named(names, texts), namesOf);
    expect(secondsOf(['서울', '부산', '제주'], ['Seoul', '', 'Insel Jeju'])).toEqual([
      'Seoul',
      '',
      'Insel Jeju',
    ]);
    expect(secondsOf(['서울'], ['Die Hauptstadt von Korea'])).toEqual([]);
    expect(secondsOf(['대한민국의 수도 서울'], ['Seoul'])).toEqual([]);
    const many = ['1', '2', '3', '4', '5', '6', '7'];
    expect(
      secondsOf(
        many,
        many.map((name) => `${name} de`),
      ),
    ).toEqual([]);
    page.close();
    const alone = await pageIn('projector', ['ko']);
    const { languages: one } = alone.room as unknown as { languages: Languages };
    expect(one.secondsOf('places', named(['서울'], ['Seoul']), namesOf)).toEqual([]);
    alone.close();
  });

  it('R30.18 has it below the hardest question', async () => {
    const page = await pageIn('projector', ['ko', 'de']);
    const path = join(import.meta.dirname, '../../src/web/show/FinalFacts.svelte');
    const { default: FinalFacts } = (await import(path)) as { default: never };
    const award = {
      kind: 'hardest',
      quiz: '수도는?',
      right: 1,
      played: 2,
      texts: { de: { quiz: 'Die Hauptstadt?' } },
    };
    const told = { results: [], final: { beats: [{ scene: 'award', ms: 1, award }] } };
    const { languages } = page.room as unknown as { languages: Languages };
    const payload = languages.read(told);
    const [beat] = payload.final.beats;
    const shown = (large: boolean) =>
      render(FinalFacts, { props: { room: page.room, payload, beat, large } as never }).body;
    expect(shown(true)).toMatch(/수도는\?.*<small[^>]*>Die Hauptstadt\?/s);
    expect(shown(false)).not.toContain('Die Hauptstadt?');
    page.close();
  });
});

describe('what a room is told', () => {
  it.each(QUESTION_KINDS)('R30.17 is read in a language as it was written: %s', (kind) => {
    const question = [...ONE_OF_EACH, ...WRITTEN, ...PARTED].find((one) => one.kind === kind)!;
    const told = askedOf(inLanguages(question, ['de']));
    const noted = new Map<string, SetLanguage>();
    const note = (text: string, language: SetLanguage): unknown => noted.set(text, language);
    expect(readIn(told, 'de', 'ko', note)).toEqual(inLanguage(told, 'de'));
    expect(noted.get(said(question.quiz, 'de'))).toBe('de');
    expect(readIn(told, 'fr', 'ko', note)).toEqual(inLanguage(told, 'fr'));
    expect(noted.get(question.quiz)).toBe('ko');
  });

  it('R30.17 is the same object where nothing of it is in a language, and keeps what people wrote', () => {
    const judged = { shown: { quiz: 'q' }, texts: [['Sole', 3]] };
    expect(readIn(judged, 'de', 'ko', nobody)).toBe(judged);
    const award = { kind: 'hardest', quiz: 'q', right: 1, played: 2, texts: { de: { quiz: 'F' } } };
    const results = {
      results: [{ playerName: 'q' }],
      final: { beats: [{ scene: 'award', award }] },
    };
    const read = readIn(results, 'de', 'ko', nobody);
    expect(read.final.beats[0]!.award).toMatchObject({ quiz: 'F', right: 1 });
    expect(read.results).toBe(results.results);
  });

  it('R30.17 has the prize of who has won, and not their names', () => {
    const drawn = { title: '책', playerName: '책', texts: { en: { title: 'Book' } } };
    const codes = { codes: [{ playerId: 'a', code: 'ABCD', drawn }] };
    expect(readIn(codes, 'en', 'ko', nobody).codes[0]?.drawn).toMatchObject({
      title: 'Book',
      playerName: '책',
    });
  });

  it('R30.17 says of each text in which language it is, also of one that is missing in the wanted one', () => {
    const noted: string[][] = [];
    readIn(askedOf(QUESTION), 'en', 'ko', (...text) => noted.push(text));
    expect(noted).toContainEqual(['The capital?', 'en']);
    expect(noted).toContainEqual(['서울', 'ko']);
  });
});
