/** One run of an experiment as it stands on disk, in `report.json`. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { LabError } from '../swarm/command-line.js';
import type { Findings } from '../lab/findings.js';

export const RECORD_FILE = 'report.json';

/** Short answers by their question, in the order in which they are shown. */
export type Facts = Readonly<Record<string, string | number>>;

export interface RunRecord {
  experiment: string;
  /** As typed, so that the run can be repeated: `npm run load -- sweep --rooms 2`. */
  command: string;
  /** ISO 8601, UTC. */
  startedAt: string;
  seconds: number;
  /** Ended early: the findings tell of a part of the run. */
  interrupted: boolean;
  exitCode: number;
  machine: Facts;
  versions: Facts;
  /** What was loaded, and the options of the run. */
  settings: Facts;
  findings: Findings;
}

/** JSON has no NaN: a figure that could not be had is written as null. */
const figure = z.union([z.number(), z.null().transform(() => NaN)]);
const cell = z.union([z.string(), z.number(), z.null()]);
const text = z.string();
const note = text.exactOptional();
const facts = z.record(text, z.union([text, z.number()]));

const findings: z.ZodType<Findings> = z.object({
  metrics: z.array(
    z.object({
      name: text,
      unit: z.enum(['ms', '/s', 'B/s', 'cores', 'MB', '%', 'players', 'rooms', 'count']),
      value: figure,
      better: z.enum(['lower', 'higher']),
    }),
  ),
  tables: z.array(
    z.object({
      title: text,
      note,
      columns: z.array(z.object({ label: text, unit: note })),
      rows: z.array(z.array(cell)),
    }),
  ),
  charts: z.array(
    z.object({
      title: text,
      note,
      kind: z.enum(['line', 'bar']),
      x: z.object({ label: text, unit: note, values: z.array(z.union([text, z.number()])) }),
      y: z.object({ label: text, unit: note, scale: z.enum(['linear', 'log']).exactOptional() }),
      series: z.array(z.object({ name: text, values: z.array(z.number().nullable()) })),
    }),
  ),
  faults: z.array(text),
  notes: z.array(text),
  raw: z.unknown(),
});

const record: z.ZodType<RunRecord> = z.object({
  experiment: text,
  command: text,
  startedAt: text,
  seconds: z.number(),
  interrupted: z.boolean(),
  exitCode: z.number(),
  machine: facts,
  versions: facts,
  settings: facts,
  findings,
});

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
