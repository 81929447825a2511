import { listApps } from '@twostroke/shared/tooling/list-apps.mjs';
import { parse } from 'yaml';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { repository } from '../release/build/ensure-installed.mjs';
import { runReleaseCommand } from '../release/commands/release-command.ts';
import { runHostingCommand } from './hosting-command.ts';

interface Step {
  run?: string;
  if?: string;
  env?: Record<string, string>;
}

interface Concurrency {
  group: string;
  'cancel-in-progress': boolean;
  queue?: string;
}

interface Job {
  uses?: string;
  with?: Record<string, string>;
  if?: string;
  concurrency?: Concurrency;
  env?: Record<string, string>;
  steps?: Step[];
}

interface Workflow {
  on: {
    push?: { paths?: string[] };
    workflow_call?: { inputs: Record<string, { required: boolean }> };
    workflow_dispatch?: { inputs: Record<string, { type: string; options?: string[] }> } | null;
  };
  concurrency?: Concurrency;
  jobs: Record<string, Job>;
}

const folder = join(repository, '.github/workflows');
const texts = new Map(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
const workflows = new Map([...texts].map(([file, text]) => [file, parse(text) as Workflow]));
const scriptsOf = (workspace: string): Record<string, string> =>
  (JSON.parse(readFileSync(join(repository, workspace, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
    .scripts;
const jobs = [...workflows].flatMap(([file, { jobs }]) => Object.values(jobs).map((job) => ({ file, job })));
const steps = jobs.flatMap(({ file, job }) => (job.steps ?? []).map((step) => ({ file, job, step })));
const commands = steps.flatMap(({ file, job, step }) =>
  (step.run ?? '').split('\n').flatMap((line) => (line.trim() ? [{ file, job, step, line: line.trim() }] : [])),
);
const live = workflows.get('live.yml')!;
const choices = live.on.workflow_dispatch!.inputs;

/** The command of each action. */
function perAction(line: string): string[] {
  return line.includes('"$ACTION"')
    ? choices.action!.options!.map((action) => line.replace('"$ACTION"', action))
    : [line];
}

test('each app has a workflow that a change of its folder starts and that releases this app', () => {
  for (const { name: app, workspace } of listApps(repository)) {
    const { on, jobs } = workflows.get(`release-${app}.yml`)!;
    assert.deepEqual(on.push?.paths, [`${workspace}/**`]);
    const [job] = Object.values(jobs);
    assert.deepEqual(job!.with, { app, workspace });
    assert.equal(job!.uses, './.github/workflows/release-app.yml');
  }
});

test('each workflow is triggered by an existing folder, and each call passes known inputs', () => {
  for (const [file, { on, jobs }] of workflows) {
    for (const path of on.push?.paths ?? []) assert.ok(existsSync(join(repository, path.replace(/\/\*\*$/, ''))), path);
    for (const { uses, with: given = {} } of Object.values(jobs)) {
      if (!uses) continue;
      const { inputs } = workflows.get(uses.replace('./.github/workflows/', ''))!.on.workflow_call!;
      assert.deepEqual(Object.keys(given).sort(), Object.keys(inputs).sort(), file);
    }
  }
});

test('every npm command exists in package.json of the named workspace', () => {
  const npm = commands.filter(({ line }) => line.startsWith('npm '));
  assert.ok(npm.length >= 7, `${npm.length} commands`);
  for (const { file, line } of npm) {
    const [, verb, name] = /^npm (ci|test|run (\S+))(?= |$)/.exec(line) ?? assert.fail(`${file}: ${line}`);
    const apps = listApps(repository).map(({ workspace }) => workspace);
    const named = [...line.matchAll(/ -w (\S+)/g)].flatMap(([, name]) => (name === '"$WORKSPACE"' ? apps : [name!]));
    const workspaces = named.length > 0 ? named : [''];
    if (verb !== 'ci')
      for (const workspace of workspaces) assert.ok(scriptsOf(workspace)[name ?? 'test'], `${file}: ${line}`);
  }
});

test('the tools know every command and option that a workflow passes, and every required setting is passed', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'twostroke-workflows-'));
  after(() => rmSync(elsewhere, { recursive: true, force: true }));
  const settings: Record<string, string> = {
    APP: 'catalog',
    TARGET: join(elsewhere, 'empty'),
    SITE_URL: 'https://twostroke.example',
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_ANON_KEY: 'public-key',
  };
  const asked: string[] = [];
  for (const { file, job, line } of commands.flatMap((command) =>
    perAction(command.line).map((line) => ({ ...command, line })),
  )) {
    const [, tool, words] = /^npm run (release|hosting) -- (.*)$/.exec(line) ?? [];
    if (!words) continue;
    const env = Object.fromEntries(Object.entries(settings).filter(([name]) => job.env?.[name]));
    const args = words
      .split(' ')
      .map((word) => word.replace(/^"\$(\w+)"$/, (_, name: string) => env[name] ?? ''))
      .map((word) => word.replace(/^site$/, join(elsewhere, 'site')));
    const said: string[] = [];
    const say = (sentence: string) => said.push(sentence);
    if (tool === 'release') await runReleaseCommand(args, elsewhere, say, { env });
    else await runHostingCommand(args, env, say);
    const place = `${file}: ${line}: ${said.join(' ')}`;
    assert.doesNotMatch(said.join('\n'), /Unknown option|There is no command|unexpected|Wh(ich|ere) .*\?/i, place);
    assert.match(said.join('\n'), /is empty|Nothing is live|has no folder catalog-mfe/, place);
    asked.push(`${file}: ${tool} ${args[0]}`);
  }
  assert.deepEqual(asked, [
    ...['rollback', 'disable', 'enable', 'promote'].map((action) => `live.yml: release ${action}`),
    'release-app.yml: release catalog',
    'render-content.yml: hosting pull',
    'render-content.yml: hosting render',
  ]);
});

test('the workflow of one app checks types, style and tests of that app and the shared package only', () => {
  const checks = commands.filter(
    ({ file, line }) => file === 'release-app.yml' && /^npm (test|run (types|lint))/.test(line),
  );
  assert.deepEqual(
    checks.map(({ line }) => line),
    ['npm run types -w shared -w "$WORKSPACE"', 'npm run lint -w shared -w "$WORKSPACE"', 'npm test -w "$WORKSPACE"'],
  );
});

test('each workflow verifies its release where visitors get it, with the command for targets', () => {
  const releases = commands.filter(({ line }) => line.startsWith('npm run release -- '));
  assert.deepEqual(new Set(releases.map(({ file }) => file)), new Set(['release-app.yml', 'live.yml']));
  for (const { file, line } of releases) assert.match(line, / --target "\$TARGET"$/, file);
});

test('each workflow that flips gives the tool the keys of signed releases, as files', () => {
  for (const file of ['release-app.yml', 'live.yml']) {
    const at = commands.findIndex(({ file: of, line }) => of === file && line.startsWith('npm run release'));
    const { step } = commands.find(({ file: of, step }) => of === file && step.env?.['SIGNING_KEY'])!;
    assert.ok(commands.findIndex(({ step: own }) => own === step) < at, `${file}: the keys come first`);
    const out = mkdtempSync(join(tmpdir(), 'twostroke-keys-'));
    after(() => rmSync(out, { recursive: true, force: true }));
    const env = { ...process.env, RUNNER_TEMP: out, GITHUB_ENV: join(out, 'env') };
    execFileSync('bash', ['-e', '-c', step.run!], { env: { ...env, SIGNING_KEY: '', RELEASE_KEYS: '' } });
    assert.ok(!existsSync(env.GITHUB_ENV), `${file}: nothing is set without keys`);
    execFileSync('bash', ['-e', '-c', step.run!], { env: { ...env, SIGNING_KEY: 'a key', RELEASE_KEYS: '{}' } });
    const set = Object.fromEntries(
      readFileSync(env.GITHUB_ENV, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    ) as Record<string, string>;
    assert.equal(readFileSync(set['TWOSTROKE_SIGNING_KEY']!, 'utf8'), 'a key\n');
    assert.equal(statSync(set['TWOSTROKE_SIGNING_KEY']!).mode & 0o777, 0o600);
    assert.equal(readFileSync(set['TWOSTROKE_RELEASE_KEYS']!, 'utf8'), '{}\n');
  }
});

test('every run that changes the target waits for its turn, and none cancels another', () => {
  const changing = commands.filter(({ line }) => /--(push|target) "\$TARGET"/.test(line));
  assert.deepEqual(
    new Set(changing.map(({ file }) => file)),
    new Set(['release-app.yml', 'live.yml', 'render-content.yml']),
  );
  for (const { file, job } of changing)
    assert.deepEqual(job.concurrency, { group: 'release', 'cancel-in-progress': false, queue: 'max' }, file);
  // A job whose queue holds one run only has its own concurrency group.
  const groups = [...workflows].flatMap(([file, { concurrency }]) => (concurrency ? [[file, concurrency.group]] : []));
  assert.deepEqual(groups, [['render-content.yml', 'render-content']]);
});

test('live.yml offers the actions of the tool; the app is any name, which the tool checks', async () => {
  assert.deepEqual(Object.keys(choices).sort(), ['action', 'app']);
  assert.equal(choices.action!.type, 'choice');
  assert.equal(choices.app!.type, 'string');
  const actions = choices.action!.options!;
  assert.deepEqual(actions, ['rollback', 'disable', 'enable', 'promote']);
  const lines = live.jobs.change!.steps!.flatMap(({ run, if: condition }) =>
    run?.includes('npm run') ? [[run, condition]] : [],
  );
  assert.deepEqual(lines, [['npm run release -- "$ACTION" "$APP" --target "$TARGET"', undefined]]);
  const told = readFileSync(join(repository, 'deploy/hosting/runbooks/roll-back.md'), 'utf8');
  assert.ok(told.includes((parse(texts.get('live.yml')!) as { name: string }).name), 'the runbook names it');
});

test('the guide names every table whose changes the webhook must send', () => {
  const source = readFileSync(join(repository, 'deploy/supabase/schemas/catalog/content-version.sql'), 'utf8');
  const [body] = /function public\.content_version\(\).*?\$\$;/s.exec(source)!;
  const read = [...body.matchAll(/ from public\.(\w+)/g)].map(([, table]) => table!);
  const guide = readFileSync(join(repository, 'deploy/hosting/README.md'), 'utf8');
  const [, list] = /for INSERT, UPDATE and DELETE of (.*?):/s.exec(guide)!;
  const told = [...list!.matchAll(/`(\w+)`/g)].map(([, table]) => table!);
  assert.ok(read.length >= 20, read.join(', '));
  assert.deepEqual(told.toSorted(), read.toSorted());
});

test('the tests find the nginx that they need', () => {
  const finder = readFileSync(join(repository, 'deploy/checks/programs/find-servers.mjs'), 'utf8');
  const packages = /needs nginx.*apt-get install ([^)]+)\)/.exec(finder)![1]!.split(' ');
  const lines = commands.filter(({ file }) => file === 'test.yml').map(({ line }) => line);
  const install = lines.findIndex((line) => line.startsWith('sudo apt-get install --yes '));
  assert.ok(install >= 0 && install < lines.indexOf('npm test'), lines.join('\n'));
  for (const name of packages) assert.ok(lines[install]!.split(' ').includes(name), name);
});

/** What GitHub sets in every step. */
const ofRunner = ['RUNNER_TEMP', 'GITHUB_ENV'];

test('every variable that a step reads is set, and every setting is documented', () => {
  const guide = readFileSync(join(repository, 'deploy/hosting/README.md'), 'utf8');
  for (const { file, job, step } of steps) {
    const known = { ...job.env, ...step.env };
    for (const [, name] of (step.run ?? '').matchAll(/\$\{?([A-Z_]+)/g))
      assert.ok(known[name!] || ofRunner.includes(name!), `${file}: $${name}`);
  }
  for (const [file, text] of texts)
    for (const [, name] of text.matchAll(/\b(?:vars|secrets)\.([A-Z0-9_]+)/g))
      assert.ok(guide.includes(`\`${name}\``), `${file}: ${name} is not in deploy/hosting/README.md`);
});
