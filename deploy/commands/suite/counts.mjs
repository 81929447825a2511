import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * The result of one step: tests that passed and failed, how long each took, and the name and first words of each
 * failure.
 * @typedef {{ passed: number, failed: number, tests: { name: string, seconds: number }[], failures: string[] }} Outcome
 */

/** @returns {Outcome} the outcome of a check without tests: its exit code decides */
export function outcomeOfCheck(code) {
  return code === 0 ? { passed: 1, failed: 0, tests: [], failures: [] } : nothingPassed();
}

/** The outcome of a Jest run. A suite that does not even start counts as a failure. */
export function outcomeOfJest(code, file) {
  const report = readJson(file);
  if (!report) return nothingPassed();
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const tests = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({ name: fullName, seconds: (duration ?? 0) / 1000 })),
  );
  const failures = report.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const broken = assertionResults.filter(({ failureMessages }) => failureMessages?.length > 0);
    if (status === 'failed' && broken.length === 0) return [describeFailure(name, message)];
    return broken.map(({ fullName, failureMessages }) => describeFailure(fullName, failureMessages[0]));
  });
  return failUnlessClean(code, { passed: report.numPassedTests, failed, tests, failures });
}

/** The outcome of a Playwright run. */
export function outcomeOfPlaywright(code, file) {
  const report = readJson(file);
  if (!report) return nothingPassed();
  const { expected, unexpected, flaky } = report.stats;
  const runs = report.suites
    .flatMap((suite) => specsOf(suite))
    .flatMap(({ title, file: of, tests }) =>
      tests.map(({ projectName, results }) => ({ name: `${title} (${of}, ${projectName})`, results })),
    );
  const tests = runs.map(({ name, results }) => ({
    name,
    seconds: Math.max(0, ...results.map(({ duration }) => duration)) / 1000,
  }));
  const failures = runs.flatMap(({ name, results }) =>
    results.flatMap(({ errors }) => errors.map(({ message }) => describeFailure(name, message))),
  );
  const outside = report.errors.map(({ message }) => describeFailure('outside of the tests', message));
  return failUnlessClean(code, {
    passed: expected,
    failed: unexpected + flaky + report.errors.length,
    tests,
    failures: [...failures, ...outside],
  });
}

/**
 * The outcome of a run of Node's test runner, from its TAP. A process that ends before its tests do passes and fails
 * none of them.
 */
export function outcomeOfTap(code, file) {
  const tap = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const number = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(tap)?.[1] ?? 0);
  const passed = number('pass');
  const failed = number('fail') + number('cancelled');
  const isSilent = passed === 0 || passed < number('tests') - number('skipped') - failed;
  const timed = tap.matchAll(/^ *(?:not )?ok \d+ - (.+)\n *---\n *duration_ms: ([\d.]+)\n(?! *type: 'suite')/gm);
  const tests = [...timed].map(([, name, ms]) => ({ name, seconds: Number(ms) / 1000 }));
  const failures = [...tap.matchAll(/^ *not ok \d+ - (.+)\n *---\n([\s\S]*?)^ *\.\.\.$/gm)]
    .filter(([, , details]) => !details.includes("type: 'suite'"))
    .map(([, name, details]) =>
      describeFailure(name, /^ *error: (?:\|-\n)?([\s\S]*?)(?=^ *code:|$(?![\s\S]))/m.exec(details)?.[1]),
    );
  return failUnlessClean(isSilent ? 1 : code, { passed, failed, tests, failures });
}

/** A step that ends with an error has failed, whatever its report says. */
function failUnlessClean(code, outcome) {
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}

function nothingPassed() {
  return { passed: 0, failed: 1, tests: [], failures: [] };
}

/** One paragraph: the name of a test and the first words of its error, without colours. */
function describeFailure(name, message = 'no message') {
  const words = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim();
  return `${name}: ${words.slice(0, 400)}`;
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}
