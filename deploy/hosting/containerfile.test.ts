import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { repository } from '../commands/ensure-installed.mjs';
import { readStartOptions } from '../commands/start-options.ts';

const read = (file: string): string => readFileSync(join(repository, file), 'utf8');
const facts = JSON.parse(read('package.json')) as { workspaces: string[]; scripts: Record<string, string> };
const lines = read('deploy/hosting/Containerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter(Boolean);
const of = (word: string): string[] =>
  lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1).trim()] : []));
const settings = Object.fromEntries(of('ENV').flatMap((line) => line.split(/\s+/).map((pair) => pair.split('='))));

test('everything that is copied is there, and not left out of what is sent to the build', () => {
  const left = read('deploy/hosting/Containerfile.dockerignore').trim().split('\n');
  const copied = of('COPY').filter((line) => !line.startsWith('--from'));
  assert.ok(copied.length >= 3);
  for (const line of copied)
    for (const source of line.split(' ').slice(0, -1)) {
      assert.ok(existsSync(join(repository, source)), source);
      assert.ok(!left.includes(source), source);
    }
  const copies = (file: string): boolean => copied.some((line) => line.split(' ').slice(0, -1).includes(file));
  for (const workspace of facts.workspaces) assert.ok(copies(`${workspace}/package.json`), workspace);
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) assert.ok(copies(file), file);
  for (const made of ['**/node_modules', '**/dist', '**/dist-node', '.data', '.git']) assert.ok(left.includes(made));
});

test('it runs what the repository runs itself', () => {
  assert.deepEqual(of('RUN'), [
    'npm ci --include=dev --loglevel error', // as deploy/commands/ensure-installed.mjs does on a fresh clone
    'npm run build',
    'rm -rf node_modules/@supabase/cli-*',
    'mkdir /data && chown node:node /data',
  ]);
  assert.match(read('deploy/commands/ensure-installed.mjs'), /\['ci', '--include=dev', '--loglevel', 'error'\]/);
  assert.ok(facts.scripts.build);
});

test('it starts the site with options that it has, where the settings say', () => {
  const [node, script, ...args] = JSON.parse(of('CMD').at(-1)!) as string[];
  assert.equal(node, 'node');
  assert.equal(facts.scripts.start, `node ${script}`);
  const { port, host, dataFolder, demo } = readStartOptions(args, settings, '/app');
  assert.deepEqual({ port, host, dataFolder, demo }, { port: 8080, host: '0.0.0.0', dataFolder: '/data', demo: false });
  assert.deepEqual([of('EXPOSE'), of('VOLUME')], [['8080'], ['/data']]);
  assert.ok(
    lines.some((line) => line.includes(`http://127.0.0.1:${port}/release.json`)),
    'and its health is asked there',
  );
});

test('its Node.js is one that the repository takes, in both stages', () => {
  const images = of('FROM').map((line) => line.split(' ')[0]!);
  assert.equal(new Set(images).size, 1, 'a build for another system would not run');
  assert.match(images[0]!, /^node:20-/);
});
