/** A game of a set in several languages (R30). */
import { describe, expect, it } from 'vitest';
import { seeded } from '../../load-test/swarm/seeded.js';
import { correct, ruled } from '../../src/game/correct.js';
import { drawQuestion } from '../../src/game/draw-question.js';
import { hostNotesOf } from '../../src/game/host-notes.js';
import { floorOf } from '../../src/game/kinds/floor.js';
import { rightText } from '../../src/game/kinds/spelling.js';
import { partAlone, partShown, partsOf } from '../../src/game/kinds/series.js';
import { questionPayload, revealPayload } from '../../src/game/phase.js';
import { planned, programmePayload, roundPayload, shownOf } from '../../src/game/programme.js';
import type { Programme, RoomState } from '../../src/game/room-state.js';
import type { PlayableItem, Question, TypedQuestion } from '../../src/game/shared/quiz-set.js';
import { questionIn } from '../../src/game/shared/row-texts.js';
import { inLanguage, type ShownQuestion } from '../../src/protocol/index.js';
import { nameOf } from '../../src/protocol/judged-name.js';
import { inLanguages, said } from '../support/in-languages.js';
import { RECORDED } from '../support/recorded-kinds.js';
import { GUESS, ORDER, SEVERAL, STATEMENTS, TYPED } from '../support/kinds.js';
import { answer, judged, play } from './kinds/played.js';

const LANGUAGES = ['en', 'de'];
const NAMES = Object.keys(RECORDED);
const WHY = 'So it is.';
const questionOf = (name: string): Question =>
  ({ ...RECORDED[name], explanation: WHY }) as Question;
const draw = (question: Question, seed: number) =>
  drawQuestion(question, { choiceOrder: 'shuffled', crowd: 'visible' }, seeded(seed));

/** The same question as somebody would have written it in another language alone. */
function writtenIn(question: Question, language: string): Question {
  const { texts: _, ...only } = inLanguage(inLanguages(question, [language]), language);
  return only;
}

const withoutTexts = ({ texts: _, ...shown }: ShownQuestion): unknown => shown;

describe.each(NAMES)('a question in several languages: %s', (name) => {
  const question = questionOf(name);
  const translated = inLanguages(question, LANGUAGES);

  it('R30.5 is drawn as it is in its main language alone, with the same places', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { shown, revealTexts: _, solution, ...rest } = draw(translated, seed);
      const { shown: alone, solution: right, ...others } = draw(question, seed);
      expect(withoutTexts(shown)).toEqual(alone);
      expect(rest).toEqual(others);
      expect(floorOf(shown)).toEqual(floorOf(alone));
      // Spellings are those of all languages.
      const all = right?.kind === 'text' ? solution : right;
      expect(solution).toEqual(all);
    }
  });

  it('R30.6 is read in each as if it had been written in it', () => {
    // Yes and no are known in the main language, so elsewhere they would be shuffled.
    const most = name === 'choice-yes' ? 0 : 20;
    for (let seed = 1; seed <= most; seed++)
      for (const language of LANGUAGES) {
        const { shown } = draw(translated, seed);
        expect(inLanguage(shown, language)).toEqual(
          draw(writtenIn(question, language), seed).shown,
        );
      }
  });

  it('R30.7 tells no text of a part that is not open, and nothing of what is right', () => {
    const { shown } = draw(translated, 1);
    for (let part = 0; part < partsOf(shown); part++) {
      const open = partShown(shown, part);
      const alone = partAlone(shown, part);
      for (const language of LANGUAGES) {
        expect(inLanguage(open, language)).toEqual(partShown(inLanguage(shown, language), part));
        expect(inLanguage(alone, language)).toEqual(partAlone(inLanguage(shown, language), part));
      }
      const told = JSON.stringify(open);
      expect(told).not.toContain(WHY);
      const spellings = question.kind === 'typed' ? question.accepted : [];
      expect(spellings.filter((spelling) => told.includes(spelling))).toEqual([]);
      const parts = question.kind === 'order' || !('parts' in question) ? [] : question.parts;
      const heard = parts.filter(({ text }) => told.includes(said(text, 'de')));
      expect(heard).toHaveLength(Math.min(part + 1, parts.length));
    }
  });

  it('R30.7 tells its explanations with the reveal', () => {
    let room = play({}, [translated]);
    while (room.phase.kind === 'question') {
      expect(JSON.stringify(questionPayload(room.phase))).not.toContain(WHY);
      expect(hostNotesOf(room)?.texts?.['de']).toMatchObject({ explanation: said(WHY, 'de') });
      room = answer(room, []);
    }
    if (room.phase.kind !== 'reveal') throw new Error(room.phase.kind);
    const reveal = revealPayload(room.phase, []);
    expect(reveal.explanation).toBe(WHY);
    expect(inLanguage(reveal, 'de').explanation).toBe(said(WHY, 'de'));
  });
});

describe('a game in several languages', () => {
  it('R30.5 keeps yes and no in order by its main language', () => {
    const texts = { de: { choices: ['Ja', 'Nein'] }, en: { choices: ['Left', 'Right'] } };
    const yes: Question = { ...SEVERAL, choices: ['네', '아니요'], answers: [0], texts };
    for (let seed = 1; seed <= 10; seed++)
      expect(
        inLanguage(draw(yes, seed).shown, 'en').choiceList.map(({ content }) => content),
      ).toEqual(['Left', 'Right']);
  });

  it('R30.6 tells only what differs, and nothing more of one language', () => {
    const texts = { de: { quiz: SEVERAL.quiz, choices: ['A', '', 'Drei'] }, en: {} };
    expect(
      drawQuestion({ ...SEVERAL, texts }, { choiceOrder: 'written', crowd: 'visible' }, seeded(1))
        .shown.texts,
    ).toEqual({
      de: { choiceList: [{}, {}, { content: 'Drei' }] },
    });
    expect(JSON.stringify(draw({ ...SEVERAL, texts: { de: {} } }, 1))).toBe(
      JSON.stringify(draw(SEVERAL, 1)),
    );
  });

  it('R30.6 has the text of the open part within the question of old pages', () => {
    const room = play({}, [inLanguages(STATEMENTS, ['de'])]);
    if (room.phase.kind !== 'question') throw new Error(room.phase.kind);
    const told = questionPayload(room.phase);
    const [first = ''] = STATEMENTS.parts.map(({ text }) => text);
    expect(inLanguage(told, 'de')).toMatchObject({
      quiz: `${said(STATEMENTS.quiz, 'de')} ${said(first, 'de')}`,
      title: said(STATEMENTS.quiz, 'de'),
      parts: [said(first, 'de')],
    });
  });

  it('R30.6 names the choice that is guessed, and those of the poll', () => {
    const { shown } = draw(inLanguages(GUESS, ['de']), 1);
    expect(inLanguage(partShown(shown, 1), 'de')).toMatchObject({
      share: 'Coffee de',
      polled: ['Tea de', 'Coffee de', 'Water de'],
    });
  });

  const SPELLED: TypedQuestion = {
    ...TYPED,
    accepted: ['서울'],
    wrong: ['부산'],
    texts: {
      en: { accepted: ['Seoul', 'Seoul City'], wrong: ['Seoult'] },
      de: { accepted: ['Söul', ''], wrong: [] },
    },
  };

  it('R30.5 takes the spellings of all languages together, and what is wrong in any', () => {
    const { solution } = draw(SPELLED, 1);
    expect(solution).toEqual({
      kind: 'text',
      accepted: ['서울', 'Seoul', 'Seoul City', 'Söul'],
      wrong: ['부산', 'Seoult'],
    });
    const isRight = rightText(solution);
    expect(['서울', 'SEOUL', 'seoul city', 'söul', 'Paris', 'Seoult', '부산'].map(isRight)).toEqual(
      [true, true, true, true, false, false, false],
    );
  });

  it('R30.7 names what is right in each language at the reveal, and not where people walk', () => {
    const reveal = judgedReveal(SPELLED, { isVoid: false, rights: null });
    expect(reveal.solution).toMatchObject({ accepted: ['서울', 'Seoul', 'Seoul City', 'Söul'] });
    expect(spellingsIn(reveal, 'en')).toEqual(['Seoul', '서울', 'Seoul City', 'Söul']);
    expect(spellingsIn(reveal, 'de')).toEqual(['Söul', 'Seoul', 'Seoul City', '서울']);
    const open = draw(SPELLED, 1).shown;
    expect(JSON.stringify(open)).not.toMatch(/Seoul|Söul|서울/);
  });

  it('R30.8 corrected, says in each language what is right now', () => {
    const accepted = ['Seoul City', '서울', 'Söul'];
    const reveal = judgedReveal(SPELLED, { isVoid: false, rights: null, accepted });
    expect(reveal.solution).toMatchObject({ accepted });
    expect(spellingsIn(reveal, 'en')).toEqual(accepted);
    expect(spellingsIn(reveal, 'de')).toEqual(['Söul', '서울', 'Seoul City']);
    const more = judgedReveal(SPELLED, { isVoid: false, rights: null, accept: ['Hanyang'] });
    expect(more.solution).toMatchObject({
      accepted: ['서울', 'Seoul', 'Seoul City', 'Söul', 'Hanyang'],
    });
    expect(spellingsIn(more, 'de')[0]).toBe('Söul');
  });

  it('R30.8 corrected, keeps its explanations in all languages', () => {
    const translated = inLanguages({ ...SEVERAL, explanation: WHY }, ['de']);
    const room = answer(play({}, [translated]), [1, 2, 3]);
    const before = reveal(room);
    const name = nameOf({ index: 0 });
    const { phase } = correct(room, name, { isVoid: false, rights: [1] });
    if (phase?.kind !== 'reveal') throw new Error('no reveal');
    expect(revealPayload(phase, []).texts).toEqual(before.texts);
    expect(ruled(judged(translated, [1, 2]), { isVoid: true, rights: null }).floor).toEqual(
      judged(SEVERAL, [1, 2]).floor,
    );
  });

  it('R30.6 tells items, rounds and prizes in its languages', () => {
    const items: PlayableItem[] = [
      {
        id: 's',
        kind: 'slide',
        title: 'Hello',
        text: '',
        seconds: null,
        image: { id: 'a'.repeat(64), alt: 'A' },
      },
      { id: 'b', kind: 'break', message: 'Soon', minutes: 5 },
      { id: 'd', kind: 'draw', title: 'Cake', among: 'everybody', winners: 1 },
      {
        id: 'r',
        kind: 'round',
        name: 'First',
        count: null,
        factor: 1,
        standings: 'each',
        questions: [SEVERAL],
      },
    ].map((item) => inLanguages(item as PlayableItem, ['de']));
    const random = seeded(1);
    const programme: Programme = {
      revision: 0,
      items: items.map((item) => planned(item, random)),
      at: 3,
      seed: '0'.repeat(64),
    };
    const on = {
      ...programme,
      items: programme.items.map((item) => ({ ...item, isDone: true as const })),
    };
    const told = programme.items.flatMap((item) =>
      item.kind === 'round' ? [] : [inLanguage(shownOf(item, programme, 0), 'de')],
    );
    expect(told).toMatchObject([
      { title: 'Hello de', text: '', image: { alt: 'A de' } },
      { message: 'Soon de' },
      { title: 'Cake de' },
    ]);
    const round = roundPayload({ programme: on });
    expect(round && inLanguage(round, 'de').name).toBe('First de');
    const list = programmePayload(on, false).items;
    expect(list.map((item) => item.texts)).toEqual([
      undefined,
      undefined,
      undefined,
      { de: { name: 'First de' } },
    ]);
    expect(JSON.stringify(list)).not.toMatch(/Hello|Soon|Cake/);
  });

  it('R30.10 takes a question of another set in its own main language, where it has that', () => {
    const english = inLanguages(ORDER, ['ko', 'de']);
    const taken = questionIn({ language: 'ko', languages: ['en'] }, english, 'en');
    expect(taken).toMatchObject({
      quiz: said(ORDER.quiz, 'ko'),
      parts: ORDER.parts.map(({ text }) => ({ text: said(text, 'ko') })),
    });
    expect(Object.keys(taken.texts ?? {})).toEqual(['en']);
    expect(inLanguage(taken, 'en')).toEqual(ORDER);
    expect(questionIn({ language: 'ja', languages: ['de'] }, english, 'en')).toEqual(
      inLanguages(ORDER, ['de']),
    );
    const spelled = questionIn({ language: 'de' }, SPELLED, 'ko') as TypedQuestion;
    expect(spelled.texts).toBeUndefined();
    expect(spelled.accepted).toEqual(['Söul', '서울', 'Seoul', 'Seoul City']);
    expect(spelled.wrong).toEqual(['부산', 'Seoult']);
  });
});

function reveal({ phase }: RoomState) {
  if (phase.kind !== 'reveal') throw new Error(phase.kind);
  return revealPayload(phase, []);
}

/** The reveal of a question that people wrote answers to, after a ruling. */
function judgedReveal(question: Question, ruling: Parameters<typeof correct>[2]) {
  let room = play({}, [question]);
  while (room.phase.kind === 'question') room = answer(room, []);
  const { phase } = correct(room, nameOf({ index: 0 }), ruling);
  if (phase === undefined) throw new Error('nothing has changed');
  return reveal({ ...room, phase });
}

function spellingsIn(told: ReturnType<typeof revealPayload>, language: string): readonly string[] {
  const { solution } = inLanguage(told, language);
  return solution?.kind === 'text' ? solution.accepted : [];
}
