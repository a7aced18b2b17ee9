import { describe, expect, it } from 'vitest';

interface Assertion {
  fullName: string;
  status: string;
  failureMessages: string[];
}

interface File {
  name: string;
  status: string;
  message: string;
  assertionResults: Assertion[];
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: File[];
}

interface Run {
  report: Report | undefined;
  exitCode: number;
  errors?: number | undefined;
}

interface Summary {
  passed: number;
  failed: number;
  problems: string[];
  remarks: string[];
}

const { filesToTryAgain, summarize, withSecondTry } = (await import(
  new URL('../../scripts/lib/test-report.mjs', import.meta.url).href
)) as {
  filesToTryAgain: (run: Run) => string[];
  summarize: (run: Run, filtered: boolean) => Summary;
  withSecondTry: (first: Run, second: Run) => Run;
};

const test = (fullName: string, status = 'passed', ...failureMessages: string[]): Assertion => ({
  fullName,
  status,
  failureMessages,
});

function fileOf(name: string, ...assertionResults: Assertion[]): File {
  const hasFailed = assertionResults.some(({ status }) => status === 'failed');
  return { name, status: hasFailed ? 'failed' : 'passed', message: '', assertionResults };
}

const unloaded = (name: string): File => ({
  name,
  status: 'failed',
  message: 'Error: no such module\n    at x',
  assertionResults: [],
});

/** A report of these files, as vitest writes it. */
function reportOf(...testResults: File[]): Report {
  const count = (wanted: string): number =>
    testResults.flatMap((file) => file.assertionResults).filter(({ status }) => status === wanted)
      .length;
  return { numPassedTests: count('passed'), numFailedTests: count('failed'), testResults };
}

/** A run of one file with these tests. */
const runOf = (...tests: Assertion[]): Run => runOfFiles(fileOf('a.test.ts', ...tests));

function runOfFiles(...files: File[]): Run {
  const hasFailed = files.some(({ status }) => status === 'failed');
  return { report: reportOf(...files), exitCode: hasFailed ? 1 : 0, errors: 0 };
}

describe('the last lines of npm test', () => {
  it('count what passed and failed', () => {
    expect(summarize(runOf(test('good'), test('bad', 'failed', 'Error: no')), false)).toEqual({
      passed: 1,
      failed: 1,
      problems: [],
      remarks: [],
    });
  });

  it('name what passed when it was tried again at once', () => {
    const run = runOf(
      test('good'),
      test('shaky', 'passed', 'Error: too late\n    at a.test.ts:1:1'),
    );
    expect(summarize(run, false)).toMatchObject({
      passed: 2,
      failed: 0,
      remarks: ['passed only at its second try: shaky (Error: too late)'],
    });
  });

  it.each<[string, Run, string]>([
    ['no report', { report: undefined, exitCode: 1 }, 'vitest left no report'],
    ['no test', runOf(), 'no test ran'],
    ['a test that was left out', runOf(test('later', 'skipped')), 'skipped: later'],
    [
      'an error outside the tests',
      { ...runOf(test('good')), exitCode: 1 },
      'vitest found an error outside the tests',
    ],
    ['a file that did not load', runOfFiles(unloaded('b')), 'failed outside its tests: b'],
  ])('count %s as failed', (_, run, problem) => {
    expect(summarize(run, false)).toMatchObject({ failed: 1, problems: [problem] });
  });

  it('let a filter leave tests out', () => {
    expect(summarize(runOf(test('good'), test('later', 'skipped')), true)).toMatchObject({
      passed: 1,
      failed: 0,
    });
  });
});

describe('a second try', () => {
  const bad = (name: string): File =>
    fileOf(name, test(`${name} is`, 'failed', 'Error: late\n  at'));
  const first = runOfFiles(fileOf('a', test('good')), bad('b'), unloaded('c'));

  it('is of the files that failed', () => {
    expect(filesToTryAgain(first)).toEqual(['b', 'c']);
    expect(filesToTryAgain(runOf(test('good')))).toEqual([]);
  });

  it.each<[string, Run]>([
    ['many files', runOfFiles(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(bad))],
    ['an error outside the tests', { ...first, errors: 1 }],
    ['a run that was cut short', { ...first, errors: undefined }],
    ['no report', { report: undefined, exitCode: 1, errors: 0 }],
  ])('is not made after %s', (_, run) => {
    expect(filesToTryAgain(run)).toEqual([]);
  });

  it('counts in place of the first, and what passed only then is named', () => {
    const second = runOfFiles(fileOf('b', test('b is')), fileOf('c', test('c is')));
    expect(summarize(withSecondTry(first, second), false)).toEqual({
      passed: 3,
      failed: 0,
      problems: [],
      remarks: [
        'passed only at its second try: b is (Error: late)',
        'passed only at its second try: c (Error: no such module)',
      ],
    });
  });

  it('that fails, too, is a failure, and so is an error outside its tests', () => {
    const second = runOfFiles(bad('b'), fileOf('c', test('c is')));
    expect(summarize(withSecondTry(first, second), false)).toMatchObject({
      passed: 2,
      failed: 1,
      remarks: ['passed only at its second try: c (Error: no such module)'],
    });
    const clean = runOfFiles(fileOf('b', test('b is')), fileOf('c', test('c is')));
    expect(summarize(withSecondTry(first, { ...clean, exitCode: 1 }), false).failed).toBe(1);
  });

  it('without a report leaves the first as it was', () => {
    expect(withSecondTry(first, { report: undefined, exitCode: 1 })).toBe(first);
  });
});
