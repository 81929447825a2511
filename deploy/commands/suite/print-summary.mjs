const slowestShown = 10;
const outputShown = 12_000;

/** Prints output of failed steps, each step, the slowest tests, what failed and, at last, `N passed, N failed`. */
export function printSummary(results, began) {
  const done = results.filter(({ leftOut }) => !leftOut);
  const omitted = results.filter(({ leftOut }) => leftOut);
  console.log('');
  for (const { name, failed, output } of done)
    if (failed > 0) console.log(`\n----- ${name} -----\n${output.trim().slice(-outputShown)}\n`);
  for (const { name, seconds, passed, failed } of done)
    console.log(
      `${failed > 0 ? 'FAILED' : 'ok    '}  ${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`,
    );
  for (const { name, leftOut } of omitted) console.log(`LEFT OUT  ${name}: ${leftOut}`);
  if (omitted.length > 0) console.log(`\n${omitted.length} left out: this machine lacks what is needed.`);
  console.log('\nThe slowest tests:');
  const tests = done.flatMap((result) => result.tests).sort((one, other) => other.seconds - one.seconds);
  for (const { name, seconds } of tests.slice(0, slowestShown))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
  const failures = done.flatMap((result) => result.failures.map((failure) => `${result.name}: ${failure}`));
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
  const [passed, failed] = ['passed', 'failed'].map((what) => done.reduce((sum, result) => sum + result[what], 0));
  console.log(`\nTook ${Math.round((Date.now() - began) / 1000)} s.`);
  console.log(`${passed} passed, ${failed} failed`);
  return { passed, failed };
}
