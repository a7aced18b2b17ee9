import { describe, expect, it } from 'vitest';
import { hostileFiles, legalFiles, type SampleFile } from '../../load-test/bench/quiz-files.js';
import { parseQuizFile, QuizFileError } from '../../src/quiz/files/quiz-file.js';

/** On the machine on which the known work takes KNOWN_MS. */
const MAX_HOLD_MS = 30;
const KNOWN_MS = 10;
const RUNS = 3;

/** Of this process only, whatever else the machine does. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of several: collecting the garbage of earlier work belongs to none of them. */
function leastMs(work: () => void): number {
  return Math.min(...Array.from({ length: RUNS }, () => cpuMs(work)));
}

/** As a file's reading does, it looks at one unit after the other. */
function knownWork(): void {
  const text = 'What is the capital of Iceland? '.repeat(1 << 13);
  let sum = 0;
  for (let round = 0; round < 12; round++)
    for (let at = 0; at < text.length; at++) sum = (sum + text.charCodeAt(at)) | 0;
  expect(sum).not.toBe(1);
}

function read({ bytes, format }: SampleFile): string {
  try {
    parseQuizFile(bytes, format, 'ko');
    return 'taken';
  } catch (error) {
    if (error instanceof QuizFileError) return 'refused';
    throw error;
  }
}

const titled = (files: readonly SampleFile[]): [string, SampleFile][] =>
  files.map((file) => [`${file.name}, as ${file.format}`, file]);

describe('R10.4 no quiz file holds everybody else up for more than 30 ms', () => {
  const most = (MAX_HOLD_MS * leastMs(knownWork)) / KNOWN_MS;

  it.each(titled(legalFiles))('%s, is taken', (_, file) => {
    expect(read(file)).toBe('taken');
    expect(leastMs(() => read(file))).toBeLessThan(most);
  });

  it.each(titled(hostileFiles))('%s', (_, file) => {
    expect(leastMs(() => read(file))).toBeLessThan(most);
  });
});
