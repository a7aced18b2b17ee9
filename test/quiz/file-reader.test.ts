import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { RoomError } from '../../src/protocol/errors.js';
import { ChildWorker } from '../../src/server/desk/child/child-worker.js';
import { OneAtATime } from '../../src/server/desk/child/one-at-a-time.js';
import { QuizFileReader, type ReadJob } from '../../src/server/desk/files/file-reader.js';
import { QuizFileError, readQuizFile } from '../../src/server/desk/files/quiz-file.js';
import { SlicedWork } from '../../src/server/desk/files/sliced-work.js';
import { BUILT_DIR } from '../support/app.js';
import { workbookOf } from './workbook.js';

const READ_PROCESS = join(BUILT_DIR, 'desk/files/read-process.js');
const HEADER = ['question', 'answer', 'choice1', 'choice2'];
const LONG = 'a question of some length '.repeat(10);

const rowsOf = (count: number): (string | number)[][] => [
  HEADER,
  ...Array.from({ length: count }, (_, n) => [`${n} ${LONG}?`, 1 + (n % 2), 'yes', `no ${n}`]),
];
const csvOf = (rows: (string | number)[][]): Buffer =>
  Buffer.from(rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n'));
const jsonOf = (rows: (string | number)[][]): Buffer =>
  Buffer.from(
    JSON.stringify({
      questions: rows.slice(1).map(([quiz, answer, ...choices]) => ({ quiz, choices, answer })),
    }),
  );
const jobOf = (bytes: Uint8Array, given: Partial<ReadJob> = {}): ReadJob => {
  return { bytes, format: 'csv', language: 'en', title: 'Given', isDraft: false, ...given };
};
const GOOD = csvOf(rowsOf(150));
const ofTwo = csvOf(rowsOf(2));

/** What an author hears of. */
function told(outcome: unknown): unknown {
  if (!(outcome instanceof QuizFileError)) return outcome;
  const { code, message, rows, unit } = outcome;
  return { code, message, rows, unit };
}

function readerOf(file = READ_PROCESS, jobMs?: number): QuizFileReader {
  const reader = new QuizFileReader(file, new OneAtATime(), jobMs);
  onTestFinished(() => reader.close());
  return reader;
}

describe('R15.21 quiz files that are read in a process of their own', () => {
  const bad = rowsOf(150).map((cells, n) =>
    n > 100 ? [...cells.slice(0, 1), 9, 'a', 'a'] : cells,
  );
  const files: [string, Partial<ReadJob>, Buffer][] = [
    ['a table', {}, GOOD],
    ['a draft of a table', { isDraft: true }, csvOf(bad)],
    ['a table with faults', {}, csvOf(bad)],
    ['a table with faults, for somebody else', { language: 'ko' }, csvOf(bad)],
    ['JSON', { format: 'json' }, jsonOf(rowsOf(150))],
    ['JSON with faults', { format: 'json', language: 'ko' }, jsonOf(bad)],
    ['bytes of no meaning', { language: 'ko' }, Buffer.alloc(40_000, 0xff)],
    ['a workbook', {}, workbookOf(rowsOf(200))],
    ['a workbook with faults', { language: 'ko' }, workbookOf(bad)],
    [
      'a workbook that is none',
      { language: 'ko' },
      Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(30_000, 1)]),
    ],
  ];

  it.each(files)('come out as they do here: %s', async (_, given, bytes) => {
    const reader = readerOf();
    const { format, language, title, isDraft } = jobOf(bytes, given);
    const here = await readQuizFile(
      bytes,
      format,
      language,
      title,
      new SlicedWork(),
      isDraft,
    ).catch((error: unknown) => error);
    const apart = await reader.read(jobOf(bytes, given)).catch((error: unknown) => error);
    expect(reader.pid).toBeDefined();
    expect(told(apart)).toEqual(told(here));
  });

  it('are those of more than 16 kB, and workbooks that unpack to much', async () => {
    const reader = readerOf();
    await reader.read(jobOf(ofTwo));
    await reader.read(jobOf(workbookOf(rowsOf(20))));
    await reader.read(jobOf(Buffer.concat([ofTwo, Buffer.alloc(16 * 1024 - ofTwo.length, ' ')])));
    expect(reader.pid).toBeUndefined();
    const sameText = workbookOf([
      HEADER,
      ...Array.from({ length: 150 }, (_, n) => rowsOf(1)[1]!.with(3, `no ${n}`)),
    ]);
    expect(sameText.length).toBeLessThan(16 * 1024);
    expect((await reader.read(jobOf(sameText))).set.questions).toHaveLength(150);
    expect(reader.pid).toBeDefined();
  });
});

describe('R15.21 the process that reads quiz files', () => {
  let dir: string;
  beforeAll(() => void (dir = mkdtempSync(join(tmpdir(), 'madang-reader-'))));
  afterAll(() => rmSync(dir, { recursive: true }));

  const READY = `process.send('ready');`;
  const GOOD_ONE = `process.on('message', () => process.send({ file: { set: { title: 'read' } } }));`;
  const write = (name: string, code: string): string => {
    const file = join(dir, `${name}.mjs`);
    writeFileSync(file, code);
    return file;
  };

  it.each([
    ['hangs', 'for (;;);'],
    ['dies', 'process.abort();'],
    ['ends', 'process.exit();'],
    [
      'needs too much memory',
      `const all = []; for (;;) all.push(new Array(100_000).fill(all.length));`,
    ],
  ])('may go wrong: it %s, the file is refused, and the next one is read', async (name, code) => {
    const file = write(name, `${READY} process.on('message', () => { ${code} });`);
    const reader = readerOf(file, name === 'hangs' ? 300 : 60_000);
    for (const [language, words] of [
      ['en', 'The file takes too long to read'],
      ['ko', '너무 오래 걸려요'],
    ] as const) {
      const refused = await reader.read(jobOf(GOOD, { language })).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(QuizFileError);
      expect((refused as QuizFileError).message).toContain(words);
      expect(reader.pid).toBeUndefined();
    }
    write(name, READY + GOOD_ONE);
    expect((await reader.read(jobOf(GOOD))).set.title).toBe('read');
  });

  it('is no fault of the file where it cannot be started', async () => {
    const reader = readerOf(join(dir, 'not-there.mjs'));
    await expect(reader.read(jobOf(GOOD))).rejects.toMatchObject({ code: 'BUSY' });
    expect((await reader.read(jobOf(ofTwo))).set.questions).toHaveLength(2);
    const closed = readerOf();
    closed.close();
    await expect(closed.read(jobOf(GOOD))).rejects.toMatchObject({ code: 'BUSY' });
  });

  it('tells of a bug as one', async () => {
    const file = write(
      'bug',
      `${READY} process.on('message', () => process.send({ bug: 'at x' }));`,
    );
    const error = await readerOf(file)
      .read(jobOf(GOOD))
      .catch((caught: unknown) => caught);
    expect(error).not.toBeInstanceOf(RoomError);
    expect(String(error)).toContain('at x');
  });

  it('has a queue of eight', async () => {
    const reader = readerOf(write('good', READY + GOOD_ONE));
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => reader.read(jobOf(GOOD))),
    );
    const codes = answers.map((one) => (one.status === 'rejected' ? one.reason.code : 'read'));
    expect(codes).toEqual([...Array.from({ length: 8 }, () => 'read'), 'BUSY', 'BUSY']);
  });

  it('works while no other child does, and who waits for too long is refused', async () => {
    const file = write(
      'slow',
      `${READY} process.on('message', () => {
        const began = Date.now();
        while (Date.now() < began + 100);
        process.send([began, Date.now()]);
      });`,
    );
    const turns = new OneAtATime();
    const workers = [1, 2].map(
      () => new ChildWorker<object, [number, number]>({ file, heapMb: 64, jobMs: 60_000 }, turns),
    );
    onTestFinished(() => workers.forEach((worker) => worker.close()));
    const asked = [0, 1, 0, 1].map((n) => workers[n]!.ask({}));
    await expect(workers[0]!.ask({}, 50)).rejects.toMatchObject({ code: 'BUSY' });
    const times = await Promise.all(asked);
    for (const [n, [began]] of times.entries())
      expect(began).toBeGreaterThanOrEqual(times[n - 1]?.[1] ?? 0);
  });
});
