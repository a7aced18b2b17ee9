import { expect } from 'vitest';
import type { Language } from '../../src/protocol/http.js';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import {
  parseQuizFile,
  QuizFileError,
  type QuizFileFormat,
} from '../../src/server/desk/files/quiz-file.js';

/** The set of a file of our own, of which everything is taken as it is. */
export function setOf(...args: Parameters<typeof parseQuizFile>): QuizSet {
  const { set, skipped, notes } = parseQuizFile(...args);
  expect([...skipped, ...notes]).toEqual([]);
  return set;
}

/**
 * The error of a file that must be refused, with its English messages; the Korean ones are checked
 * here, for every fault of every test. Anything but a QuizFileError fails the test.
 */
export function refusal(body: string | Uint8Array, format: QuizFileFormat): QuizFileError {
  const fault = refusalIn('en', body, format);
  const korean = refusalIn('ko', body, format);
  expect(korean.rows.map(({ row }) => row)).toEqual(fault.rows.map(({ row }) => row));
  expectKorean(korean.message);
  for (const { message } of korean.rows) expectKorean(message);
  return fault;
}

export function refusalIn(
  language: Language,
  body: string | Uint8Array,
  format: QuizFileFormat,
): QuizFileError {
  let error: unknown;
  try {
    parseQuizFile(body, format, language);
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(QuizFileError);
  const fault = error as QuizFileError;
  expect(fault.code).toBe('BAD_QUIZ_FILE');
  expect(fault.rows.length).toBeLessThanOrEqual(20);
  expect(fault.message.length).toBeLessThan(500);
  return fault;
}

/** Latin letters may stand in quotes and in the names of units, columns and fields, nowhere else. */
function expectKorean(message: string): void {
  const own = message
    .replaceAll('(")', '')
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
    .replaceAll(/\b(?:JSON|XML|kB|true|false|id)\b/g, '')
    .replaceAll(/\b(?:question|answer|choice\d+|seconds|points)(?![a-z])/g, '')
    .replaceAll(/\b(?:title|language|version|questions):/g, '');
  expect(own).toMatch(/[가-힣]/);
  expect(own).not.toMatch(/[a-z]/i);
}
