/** What vitest's JSON report says, in the terms of the last line of `npm test`. */

/** Titles of what did not run although nobody filtered it out. */
function skippedTests(report) {
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => fullName);
}

/** Titles of what failed at first and passed when it was tried again: the report keeps the first errors. */
function secondTries(report) {
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages: [error] }) => `${fullName} (${error.split('\n')[0]})`);
}

/**
 * Counts passed and failed. A file that did not load, a skipped test, an error outside any test and
 * a run without tests all count as failures: the line never says 0 failed of a run that failed.
 * What passed only at its second try is passed, and named in a remark.
 */
export function summarize(report, { exitCode, filtered }) {
  if (report === undefined)
    return { passed: 0, failed: 1, problems: ['vitest left no report'], remarks: [] };

  const passed = report.numPassedTests;
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const skipped = filtered ? [] : skippedTests(report);
  const problems = [
    ...unloaded.map(({ name }) => `failed outside its tests: ${name}`),
    ...skipped.map((title) => `skipped: ${title}`),
  ];
  const ran = passed + report.numFailedTests;
  if (ran === 0 && problems.length === 0) problems.push('no test ran');
  if (exitCode !== 0 && report.numFailedTests + problems.length === 0) {
    problems.push('vitest found an error outside the tests');
  }
  const remarks = secondTries(report).map((title) => `passed only at its second try: ${title}`);
  return { passed, failed: report.numFailedTests + problems.length, problems, remarks };
}
