import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, test } from 'node:test';
import { runHostingCommand } from '../hosting/hosting-command.ts';
import { repository } from '../release/build/ensure-installed.mjs';
import { runReleaseCommand } from '../release/commands/release-command.ts';

/** Runs a command as npm would. */
function run(file: string, ...args: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [...(file.endsWith('.ts') ? ['--import', 'tsx'] : []), file, ...args], {
    cwd: repository,
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
}

const programs: [file: string, args: string, sentence: string][] = [
  [
    'commands/start.mjs',
    '--prot 80',
    'npm start has no option --prot. Its options are --port, --data, --reset, --demo, --build.',
  ],
  ['commands/dev.mjs', '--reset', 'npm run dev has no option --reset. Its options are --only, --port, --data.'],
  ['commands/build.mjs', 'cart', 'npm run build does not take "cart". It takes no argument.'],
  ['commands/test.mjs', '--al', 'npm test has no option --al. Its options are --all, --only.'],
  ['commands/bench.mjs', 'static --runs 3', 'npm run bench -- static has no option --runs. It takes no option.'],
  ['commands/bench.mjs', 'speed --page', "npm run bench -- speed: Option '--page <value>' argument missing."],
  ['commands/drill.mjs', '--fast', 'npm run drill has no option --fast. It takes no option.'],
  ['commands/new.mjs', 'loyalty points', 'npm run new does not take "points". Its argument is <name>.'],
  ['commands/make-admin.mjs', '--once a@example.in', 'npm run make-admin has no option --once. It takes no option.'],
  ['commands/worker.mjs', '--twice', 'npm run worker has no option --twice. Its option is --once.'],
  ['commands/payments.mjs', '--once', 'npm run payments has no option --once. It takes no option.'],
  [
    'supabase/write-migration.ts',
    'x --renam a=b',
    'npm run db:migration has no option --renam. Its option is --rename.',
  ],
  ['supabase/write-reference.ts', '--check', 'npm run db:docs has no option --check. It takes no option.'],
  ['supabase/generate-types.ts', '--check', 'npm run db:types has no option --check. It takes no option.'],
];

describe('commands, as npm runs them', { concurrency: 4 }, () => {
  for (const [file, args, sentence] of programs)
    test(`${file} ${args}: rejected before anything runs`, async () => {
      const { code, said } = await run(`deploy/${file}`, ...args.split(' '));
      assert.ok(code === 1 || code === 2, `${code}`);
      assert.ok(said.split('\n').includes(sentence), said);
      assert.doesNotMatch(said, /^ +at /m, 'a sentence, no stack');
    });

  test('npm run e2e passes its options to Playwright, which rejects unknown ones', async () => {
    const { code, said } = await run('deploy/commands/e2e.mjs', '--gerp', 'cart');
    assert.equal(code, 1);
    assert.match(said, /unknown option '--gerp'/);
  });
});

const flips = '--site, --target, --origin, --backend, --key, --own-origin';
const verbs: [tool: 'release' | 'hosting', args: string, sentence: string][] = [
  ['release', 'cart --dry-run', `<app> has no option --dry-run. Its options are ${flips}, --canary, --preview.`],
  ['release', 'rollback cart --canary 5', `rollback has no option --canary. Its options are ${flips}.`],
  ['release', 'canary cart 5 --json', `canary has no option --json. Its options are ${flips}.`],
  ['release', 'promote cart 1.0.0', 'promote does not take "1.0.0". Its arguments are promote, <app>.'],
  ['release', 'disable cart --end', `disable has no option --end. Its options are ${flips}.`],
  ['release', 'enable cart --end', `enable has no option --end. Its options are ${flips}.`],
  ['release', 'watch --json', `watch has no option --json. Its options are ${flips}.`],
  [
    'release',
    'preview cart 1 --target /a',
    'preview has no option --target. Its options are --site, --backend, --key, --end.',
  ],
  [
    'release',
    'status --origin x',
    'status has no option --origin. Its options are --site, --target, --backend, --key, --json.',
  ],
  [
    'release',
    'history --dry-run',
    'history has no option --dry-run. Its options are --site, --target, --backend, --key, --json.',
  ],
  [
    'release',
    'render --target /a',
    'render has no option --target. Its options are --site, --origin, --backend, --key, --own-origin, --push, --if-changed.',
  ],
  ['release', 'gc --origin x', 'gc has no option --origin. Its options are --site, --target, --dry-run.'],
  [
    'hosting',
    'render --before cart',
    'render has no option --before. Its options are --site, --backend, --key, --own-origin, --origin, --push, --if-changed.',
  ],
  [
    'hosting',
    'push /a --origin x',
    'push has no option --origin. Its options are --site, --backend, --key, --own-origin.',
  ],
  [
    'hosting',
    'pull /a --push /b',
    'pull has no option --push. Its options are --site, --backend, --key, --own-origin, --before.',
  ],
  [
    'hosting',
    'nginx --before cart',
    'nginx has no option --before. Its options are --site, --backend, --key, --own-origin, --out, --name, --listen, --listen-plain, --certificate, --certificate-key, --https, --proxy.',
  ],
  ['hosting', 'headers --site x', 'headers has no option --site. Its options are --backend, --key, --own-origin.'],
];

for (const [tool, args, sentence] of verbs)
  test(`npm run ${tool} -- ${args}: rejected`, async () => {
    const said: string[] = [];
    const say = (line: string): void => void said.push(line);
    const words = args.split(' ');
    const code = await (tool === 'hosting'
      ? runHostingCommand(words, {}, say)
      : runReleaseCommand(words, repository, say, { env: {} }));
    assert.equal(code, 1);
    assert.deepEqual(said, [`npm run ${tool} -- ${sentence}`]);
  });
