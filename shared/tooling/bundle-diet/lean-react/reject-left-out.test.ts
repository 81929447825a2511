import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const oxlint = join(dirname(require.resolve('oxlint/package.json')), 'bin/oxlint');
const rule = 'twostroke/left-out-of-react';

/** What lint reports about a source. */
function lint(source: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'left-out-'));
  try {
    const plugin = join(__dirname, '../../oxlint-plugin.mjs');
    const settings = { categories: { correctness: 'off' }, jsPlugins: [plugin], rules: { [rule]: 'error' } };
    writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(settings));
    writeFileSync(join(folder, 'page.tsx'), source);
    const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json'], { cwd: folder, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { message: string }[] };
    return diagnostics.map(({ message }) => message.split(':')[0]!);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('code that needs a part of React that is left out is reported', () => {
  const source = `
    import { Fragment, ViewTransition } from 'react';
    import { createPortal, preload } from 'react-dom';
    export const page = [
      <Fragment key={1} ref={log} />, <ViewTransition key={2} />, <link key={3} rel="stylesheet" href="/a.css" precedence="low" />,
      <script key={4} async src="/a.js" />, createPortal('text', preload),
    ];`;
  expect(lint(source)).toEqual([
    'ViewTransition of react',
    'preload of react-dom',
    'A reference to a fragment',
    'A style sheet with precedence',
    'A script that a component loads',
  ]);
});

test('other code is not', () => {
  const source = `
    import { Activity, Fragment, useActionState } from 'react';
    export const page = <Fragment key={1}><Activity /><p ref={useActionState} /><link rel="canonical" href="/" /></Fragment>;`;
  expect(lint(source)).toEqual([]);
});
