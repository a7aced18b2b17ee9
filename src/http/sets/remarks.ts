import type { FileRemarks } from '../../protocol/index.js';
import type { QuizFile } from '../../quiz/files/quiz-file.js';

export function remarksOf({ skipped, notes, unit }: QuizFile): FileRemarks {
  return {
    ...(skipped.length > 0 && { skipped, unit }),
    ...(notes.length > 0 && { notes, unit }),
  };
}
