/** What vitest's JSON report says, in the terms of the last line of `npm test`. */

/** Titles of what did not run although nobody filtered it out. */
function skippedTests(report) {
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => fullName);
}

/** Tests that passed when vitest tried them again at once: the report keeps the first errors. */
function retried(report) {
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages: [error] }) => `${fullName} (${firstLine(error)})`);
}

/** More than a few files are no accident of the machine. */
const MOST_FILES_AGAIN = 6;

/** Files of a run that are worth a second try: those that failed, unless there are many or errors outside of them. */
export function filesToTryAgain({ report, errors }) {
  if (report === undefined || errors !== 0) return [];
  const failed = report.testResults.filter(({ status }) => status === 'failed');
  return failed.length > MOST_FILES_AGAIN ? [] : failed.map(({ name }) => name);
}

const firstLine = (error) => error.split('\n')[0];

/** The faults of a file: its failed tests by title, or the file itself. */
function faultsOf({ name, message, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return [`${name} (${firstLine(message)})`];
  return failed.map(
    ({ fullName, failureMessages: [error] }) => `${fullName} (${firstLine(error)})`,
  );
}

/** The first run with the files of the second in place of its own. A second run without a report changes nothing. */
export function withSecondTry(first, second) {
  if (second.report === undefined) return first;
  const again = new Map(second.report.testResults.map((file) => [file.name, file]));
  const testResults = first.report.testResults.map((file) => again.get(file.name) ?? file);
  const passedAgain = first.report.testResults
    .filter(({ name }) => again.get(name)?.status === 'passed')
    .flatMap(faultsOf);
  const count = (wanted) =>
    testResults.flatMap((file) => file.assertionResults).filter(({ status }) => status === wanted)
      .length;
  const report = {
    testResults,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
  };
  return { report, exitCode: second.exitCode, errors: second.errors, passedAgain };
}

/**
 * Counts passed and failed. A file that did not load, a skipped test, an error outside any test and
 * a run without tests all count as failures: the line never says 0 failed of a run that failed.
 * What passed only at its second try is passed, and named in a remark.
 */
export function summarize({ report, exitCode, passedAgain = [] }, filtered) {
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
  const remarks = [...retried(report), ...passedAgain].map(
    (title) => `passed only at its second try: ${title}`,
  );
  return { passed, failed: report.numFailedTests + problems.length, problems, remarks };
}
