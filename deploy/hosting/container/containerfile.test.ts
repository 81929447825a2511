import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { repository } from '../../release/build/ensure-installed.mjs';
import { readStartOptions } from '../node/start-options.ts';

const read = (file: string): string => readFileSync(join(repository, file), 'utf8');
const facts = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const lines = read('deploy/hosting/container/Containerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter(Boolean);
const of = (word: string): string[] =>
  lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1).trim()] : []));
const settings = Object.fromEntries(of('ENV').flatMap((line) => line.split(/\s+/).map((pair) => pair.split('='))));

test('every copied file exists and is part of the build context', () => {
  const left = read('deploy/hosting/container/Containerfile.dockerignore').trim().split('\n');
  const copied = of('COPY').filter((line) => !line.startsWith('--from'));
  assert.deepEqual(copied, ['. .', '. .']);
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) assert.ok(!left.includes(file), file);
  for (const made of ['**/node_modules', '**/dist', '**/dist-node', '.data', '.git']) assert.ok(left.includes(made));
});

test('the first stage contains exactly what npm ci reads, for every workspace', () => {
  const folder = mkdtempSync(join(tmpdir(), 'twostroke-container-'));
  const tracked = execFileSync('git', ['ls-files'], { cwd: repository, encoding: 'utf8' }).trim().split('\n');
  try {
    for (const file of tracked) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), '');
    }
    execFileSync('sh', ['-c', of('RUN')[0]!], { cwd: folder });
    const stayed = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
    const workspaces = tracked.filter((file) => /^[^/]+\/package\.json$/.test(file));
    assert.ok(workspaces.length >= 7, workspaces.join(', '));
    assert.deepEqual(stayed.sort(), ['.npmrc', 'package-lock.json', 'package.json', ...workspaces].sort());
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('it runs the same commands as the repository', () => {
  assert.deepEqual(of('RUN').slice(1), [
    'npm ci --include=dev --loglevel error', // as deploy/release/build/ensure-installed.mjs does on a fresh clone
    'npm run build',
    'rm -rf node_modules/@supabase/cli-*',
    'mkdir /data && chown node:node /data',
  ]);
  assert.match(read('deploy/release/build/ensure-installed.mjs'), /\['ci', '--include=dev', '--loglevel', 'error'\]/);
  assert.ok(facts.scripts.build);
});

test('it starts the site with existing options, at the address of the settings', () => {
  const [node, memory, script, ...args] = JSON.parse(of('CMD').at(-1)!) as string[];
  assert.equal(node, 'node');
  assert.equal(facts.scripts.start, `node ${memory} ${script}`);
  const { port, host, dataFolder, demo } = readStartOptions(args, settings, '/app');
  assert.deepEqual({ port, host, dataFolder, demo }, { port: 8080, host: '0.0.0.0', dataFolder: '/data', demo: false });
  assert.deepEqual([of('EXPOSE'), of('VOLUME')], [['8080'], ['/data']]);
  assert.ok(
    lines.some((line) => line.includes(`http://127.0.0.1:${port}/healthz`)),
    'and its health is asked there',
  );
});

test('its Node.js version is supported by the repository, in both stages', () => {
  const images = of('FROM').map((line) => line.split(' ')[0]!);
  assert.equal(new Set(images).size, 1, 'a build for another system would not run');
  assert.match(images[0]!, /^node:24-/);
});
