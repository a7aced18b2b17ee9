import { parseQuizFile, QuizFileError } from '../../src/quiz/files/quiz-file.js';
import { measure, type Task } from './measure.js';
import type { Piece } from './piece.js';
import { hostileFiles, legalFiles, type SampleFile } from './quiz-files.js';

/** Of the hostile files, those that are told. */
const WORST = 8;

function read({ bytes, format }: SampleFile): void {
  try {
    parseQuizFile(bytes, format, 'ko');
  } catch (error) {
    if (!(error instanceof QuizFileError)) throw error;
  }
}

const taskOf = (file: SampleFile): Task => ({
  name: `${file.name} (${file.format})`,
  run: () => read(file),
  bytes: file.bytes.length,
});

export const readQuiz: Piece = {
  name: 'quiz',
  about: 'reading a quiz file of 256 kB, as a host sends it or as an attacker does',
  run: async ({ quick, progress }) => {
    const legal = await measure(legalFiles.map(taskOf), quick);
    progress(`${hostileFiles.length} hostile files`);
    const hostile = await measure(hostileFiles.map(taskOf), true);
    const worst = hostile.toSorted((a, b) => b.nsPerOp - a.nsPerOp).slice(0, WORST);
    const operation = 'one file; nobody plays meanwhile';
    return [
      { title: 'quiz: files that are taken', operation, figures: legal, note: '' },
      {
        title: `quiz: the ${WORST} slowest of ${hostileFiles.length} hostile ones`,
        operation,
        figures: worst,
        note: '',
      },
    ];
  },
};
