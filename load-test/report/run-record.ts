/** One run of an experiment as it stands on disk, in `report.json`. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { findings } from './findings.js';
import { LabError } from '../swarm/command-line.js';

export const RECORD_FILE = 'report.json';

const text = z.string();

/** Short answers by their question, in the order in which they are shown. */
const facts = z.record(text, z.union([text, z.number()]));
export type Facts = Readonly<z.infer<typeof facts>>;

const record = z.object({
  experiment: text,
  /** As typed, so that the run can be repeated: `npm run load -- sweep --rooms 2`. */
  command: text,
  /** ISO 8601, UTC. */
  startedAt: text,
  seconds: z.number(),
  /** Ended early: the findings tell of a part of the run. */
  interrupted: z.boolean(),
  exitCode: z.number(),
  machine: facts,
  versions: facts,
  /** What was loaded, and the options of the run. */
  settings: facts,
  findings,
});
export type RunRecord = z.infer<typeof record>;

/** Reads the report in a folder, or a report file; rejects with a LabError for anything else. */
export async function readRecord(path: string): Promise<RunRecord> {
  const entry = await stat(path).catch(() => undefined);
  if (entry === undefined) throw new LabError(`${path}: no such report`);
  const file = entry.isDirectory() ? join(path, RECORD_FILE) : path;
  const json = await readFile(file, 'utf8').catch(() => undefined);
  if (json === undefined)
    throw new LabError(`${path} is no report of a run: it holds no ${RECORD_FILE}`);
  const read = record.safeParse(parse(json));
  if (!read.success) {
    const [issue] = read.error.issues;
    const where =
      issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
    throw new LabError(`${file} is no report of a run: ${issue?.message ?? 'unreadable'}${where}`);
  }
  return read.data;
}

/** undefined for what is no JSON; the schema refuses that like any other stranger. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
