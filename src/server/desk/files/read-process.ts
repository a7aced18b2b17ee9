/** The process in which quiz files are read: what a file makes of it happens here, and not where people play. */
import { serveJobs } from '../child/serve-jobs.js';
import type { ReadAnswer, ReadJob } from './file-reader.js';
import { readQuizFile } from './quiz-file.js';
import { QuizFileError } from './quiz-file-error.js';
import type { InSlices } from './sliced-work.js';

/** Nobody waits for a turn here. */
const atOnce: InSlices = (steps) => {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return Promise.resolve(step.value);
};

async function read(job: ReadJob): Promise<ReadAnswer> {
  const { bytes, format, language, title, isDraft } = job;
  const work = { run: <T>(all: (inSlices: InSlices) => Promise<T>) => all(atOnce) };
  try {
    return { file: await readQuizFile(bytes, format, language, title, work, isDraft) };
  } catch (error) {
    if (!(error instanceof QuizFileError)) return { bug: String((error as Error).stack ?? error) };
    const { message, rows, unit } = error;
    return { fault: { message, rows, unit } };
  }
}

serveJobs(read);
