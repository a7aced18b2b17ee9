import { describe, expect, it } from 'vitest';

interface Assertion {
  fullName: string;
  status: string;
  failureMessages: string[];
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; assertionResults: Assertion[] }[];
}

interface Summary {
  passed: number;
  failed: number;
  problems: string[];
  remarks: string[];
}

const { summarize } = (await import(
  new URL('../../scripts/lib/test-report.mjs', import.meta.url).href
)) as {
  summarize: (report: Report | undefined, run: { exitCode: number; filtered: boolean }) => Summary;
};

const WHOLE = { exitCode: 0, filtered: false };

const test = (fullName: string, status = 'passed', ...failureMessages: string[]): Assertion => ({
  fullName,
  status,
  failureMessages,
});

/** A report of one file, as vitest writes it. */
function reportOf(...assertionResults: Assertion[]): Report {
  const count = (wanted: string): number =>
    assertionResults.filter(({ status }) => status === wanted).length;
  const status = count('failed') > 0 ? 'failed' : 'passed';
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    testResults: [{ name: 'a.test.ts', status, assertionResults }],
  };
}

describe('the last lines of npm test', () => {
  it('count what passed and failed', () => {
    const report = reportOf(test('good'), test('bad', 'failed', 'Error: no'));
    expect(summarize(report, { exitCode: 1, filtered: false })).toEqual({
      passed: 1,
      failed: 1,
      problems: [],
      remarks: [],
    });
  });

  it('name what passed only at its second try, with what was wrong at the first, as passed', () => {
    const report = reportOf(
      test('good'),
      test('shaky', 'passed', 'Error: too late\n    at a.test.ts:1:1'),
    );
    expect(summarize(report, WHOLE)).toEqual({
      passed: 2,
      failed: 0,
      problems: [],
      remarks: ['passed only at its second try: shaky (Error: too late)'],
    });
  });

  it('name no second try of what failed at both', () => {
    const report = reportOf(test('bad', 'failed', 'Error: 1', 'Error: 2'));
    expect(summarize(report, { exitCode: 1, filtered: false })).toMatchObject({
      failed: 1,
      remarks: [],
    });
  });

  it.each<[string, Report | undefined, Partial<typeof WHOLE>, string]>([
    ['no report', undefined, {}, 'vitest left no report'],
    ['no test', reportOf(), {}, 'no test ran'],
    ['a test that was left out', reportOf(test('later', 'skipped')), {}, 'skipped: later'],
    [
      'an error outside the tests',
      reportOf(test('good')),
      { exitCode: 1 },
      'vitest found an error outside the tests',
    ],
    [
      'a file that did not load',
      { ...reportOf(), testResults: [{ name: 'b', status: 'failed', assertionResults: [] }] },
      { exitCode: 1 },
      'failed outside its tests: b',
    ],
  ])('count %s as failed', (_, report, run, problem) => {
    expect(summarize(report, { ...WHOLE, ...run })).toMatchObject({
      failed: 1,
      problems: [problem],
    });
  });

  it('let a filter leave tests out', () => {
    const report = reportOf(test('good'), test('later', 'skipped'));
    expect(summarize(report, { exitCode: 0, filtered: true })).toMatchObject({
      passed: 1,
      failed: 0,
    });
  });
});
