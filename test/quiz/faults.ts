import { expect } from 'vitest';
import { parseQuizFile, QuizFileError, type QuizFileFormat } from '../../src/quiz/quiz-file.js';

/** The error of a file that must be refused; anything but a QuizFileError fails the test. */
export function refusal(body: string | Uint8Array, format: QuizFileFormat): QuizFileError {
  let error: unknown;
  try {
    parseQuizFile(body, format);
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
