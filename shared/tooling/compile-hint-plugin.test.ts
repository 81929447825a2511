import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runModule } from './run-module.ts';

test('files that every start of a page runs are compiled while they are downloaded, and no others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'twostroke-build-'));
  mkdirSync(join(folder, 'pages'));
  writeFileSync(join(folder, 'index.js'), "import('./pages/home.js').then((page) => page.show());");
  writeFileSync(join(folder, 'pages/home.js'), "export function show() { import('../dialog.js'); }");
  writeFileSync(join(folder, 'dialog.js'), 'export const dialog = 1;');
  const files = runModule(`
    import { rspack } from '@rspack/core';
    import { CompileHintPlugin } from './compile-hint-plugin.mjs';
    const context = ${JSON.stringify(folder)};
    const output = { path: context + '/dist', module: true, chunkFormat: 'module', filename: '[name].[contenthash].js' };
    const plugins = [new CompileHintPlugin()];
    const mode = 'production';
    rspack({ context, entry: './index.js', target: ['web', 'es2022'], mode, output, plugins }, (_, stats) => {
      const { chunks } = stats.toJson({ all: false, chunks: true, chunkOrigins: true });
      console.log(JSON.stringify(chunks.map(({ origins, files }) => [origins[0].request, files[0]])));
    });
  `) as [request: string, file: string][];
  const marked = files.map(([request, file]) => [
    request,
    readFileSync(join(folder, 'dist', file), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n'),
  ]);
  rmSync(folder, { recursive: true });
  expect(Object.fromEntries(marked)).toEqual({ './index.js': true, './pages/home.js': true, '../dialog.js': false });
});
