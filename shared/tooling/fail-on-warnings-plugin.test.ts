import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runModule } from './run-module.ts';

test('a missing module fails the build, also when its import is inside try', () => {
  const folder = mkdtempSync(join(tmpdir(), 'twostroke-build-'));
  writeFileSync(
    join(folder, 'index.js'),
    "export async function load() { try { await import('./gone.js'); } catch {} }",
  );
  const errors = runModule(`
    import { rspack } from '@rspack/core';
    import { FailOnWarningsPlugin } from './fail-on-warnings-plugin.mjs';
    const context = ${JSON.stringify(folder)};
    const plugins = [new FailOnWarningsPlugin()];
    rspack({ context, entry: './index.js', output: { path: context + '/dist' }, plugins }, (_, stats) => {
      console.log(JSON.stringify(stats.toJson({ all: false, errors: true }).errors.map(({ message }) => message)));
    });
  `);
  rmSync(folder, { recursive: true });
  expect(errors).toEqual([expect.stringContaining("Can't resolve './gone.js'")]);
});
