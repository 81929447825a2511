import { join, dirname } from 'node:path';
import { runModule } from '../../run-module.ts';

const runtime = join(dirname(require.resolve('@module-federation/runtime-core')), 'utils/semver/index.js');

test('a version is in a range exactly when the runtime says so', () => {
  const differing = runModule(`
    import { satisfy as whole } from ${JSON.stringify(runtime)};
    import { satisfy as lean } from './bundle-diet/lean-federation/caret-ranges.mjs';
    const numbers = [0, 1, 2, 10];
    const versions = numbers.flatMap((a) => numbers.flatMap((b) => numbers.map((c) => [a, b, c].join('.'))));
    const pairs = versions.flatMap((version) => versions.flatMap((bound) => ['^', '<='].map((sign) => [version, sign + bound])));
    console.log(JSON.stringify({ compared: pairs.length, differing: pairs.filter(([version, range]) => whole(version, range) !== lean(version, range)) }));
  `);
  expect(differing).toEqual({ compared: 8192, differing: [] });
});

test.each([
  ['1.2.3', '1.2.3'],
  ['1.2.3', '^1.2.3 || ^2.0.0'],
  ['1.2.3', '~1.2.3'],
  ['1.2.3-rc.1', '^1.2.3'],
])('version %s and range %s, which no build has, are rejected', (version, range) => {
  const thrown = runModule(`
    import { satisfy } from './bundle-diet/lean-federation/caret-ranges.mjs';
    try { console.log(satisfy(${JSON.stringify(version)}, ${JSON.stringify(range)})); }
    catch (thrown) { console.log(JSON.stringify(thrown.message)); }
  `);
  expect(thrown).toMatch('Not a version or range that builds of this site have');
});
