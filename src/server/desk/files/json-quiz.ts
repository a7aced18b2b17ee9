import { serverWords } from '../../../i18n/made/server/words.js';
import { z } from 'zod';
import type { Language } from '../../../protocol/http.js';
import {
  MAX_ROWS,
  QUIZ_FILE_MAX_QUESTIONS,
  TITLE_MAX_GRAPHEMES,
  TITLE_MAX_UNITS,
} from '../../../protocol/limits.js';
import { inEachLanguage, type FileWords } from './file-words.js';
import { hasTooManyParts } from './json-parts.js';
import { readOthersJson } from './others-json.js';
import { QuestionCollector, type CollectedQuiz } from './question-collector.js';
import { titlesIn, withLanguages } from '../../../game/shared/row-texts.js';
import { describeIssue, fileText, unknownKeys } from './file-text.js';
import { hasLanguageTwice, languageFields } from './language-fields.js';
import { questionSchemas } from './question-schema.js';
import { QuizFileError } from './quiz-file-error.js';
import { setTexts } from './row-texts-schema.js';
import { isWrittenItem } from './written-items.js';

/** `version`, `id` and `order` are allowed so that a built-in set's file can be the start of one's own. */
const fileSchemas = inEachLanguage((say) => {
  const { language, languages } = languageFields(say.wrongLanguage);
  const file = z.strictObject(
    {
      version: z.literal([1, 2, 3], { error: say.wrongVersion }).optional(),
      id: z.unknown().optional(),
      order: z.unknown().optional(),
      title: fileText(say, TITLE_MAX_UNITS, TITLE_MAX_GRAPHEMES).optional(),
      texts: setTexts(say).optional(),
      language: language.optional(),
      languages: languages.optional(),
      questions: z
        .array(z.unknown(), { error: say.notAList })
        .min(1, say.empty)
        .max(MAX_ROWS, say.tooManyQuestions({ most: QUIZ_FILE_MAX_QUESTIONS })),
    },
    { error: unknownKeys(say) },
  );
  return file.refine((given) => !hasLanguageTwice(given.language, given.languages), {
    path: ['languages'],
    error: say.wrongLanguage,
  });
});

/** Throws QuizFileError; its rows are questions, counted from 1. */
export function readJsonQuiz(text: string, language: Language, isDraft = false): CollectedQuiz {
  const json = parseJson(text, serverWords[language].server.file);
  return readOthersJson(json, language, isDraft) ?? readOwnJson(json, language, isDraft);
}

function readOwnJson(json: unknown, language: Language, isDraft: boolean): CollectedQuiz {
  const say = serverWords[language].server.file;
  const file = fileSchemas(language).safeParse(json);
  if (!file.success) {
    const [fault = ''] = file.error.issues.map((issue) => describeIssue(issue, say));
    throw new QuizFileError(say.unusable({ fault }));
  }

  const collector = new QuestionCollector({ say, unit: 'question', isOwn: true, isDraft });
  const { title, texts, language: main, languages = [] } = file.data;
  for (const [index, given] of file.data.questions.entries()) {
    if (collector.isFull) break;
    const written =
      typeof given === 'object' && given !== null ? withLanguages(given, languages) : given;
    if (isWrittenItem(written)) {
      collector.takeItem(index + 1, written, language);
      continue;
    }
    collector.countOne();
    const question = questionSchemas(language).safeParse(written);
    if (question.success) collector.take(index + 1, question.data);
    else {
      const faults = question.error.issues.map((issue) => describeIssue(issue, say));
      collector.skip(index + 1, faults, typeof written === 'object' ? (written ?? {}) : undefined);
    }
  }
  return {
    ...collector.finish(),
    title,
    language: main,
    ...(languages.length > 0 && { languages }),
    ...titlesIn(texts, languages),
  };
}

function parseJson(text: string, say: FileWords): unknown {
  if (hasTooManyParts(text))
    throw new QuizFileError(say.tooManyParts({ mostQuestions: QUIZ_FILE_MAX_QUESTIONS }));
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    const line =
      position === undefined
        ? undefined
        : text.slice(0, Number(position)).split(/\r\n|\r|\n/).length;
    throw new QuizFileError(line === undefined ? say.notJson : say.notJsonNear({ line }));
  }
}
