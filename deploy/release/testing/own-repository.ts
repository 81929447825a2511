import { workspaceOf } from '@twostroke/shared/tooling/list-apps.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { repository } from '../build/ensure-installed.mjs';
import { linkPackage } from './checkout-of-one.ts';

export interface OwnRepository {
  folder: string;
  /** Replaces a text in one of its files, e.g. `catalog-mfe/package.json`. */
  edit(file: string, from: string, to: string): void;
  write(file: string, text: string): void;
  /** Commits everything and returns the commit. */
  commit(): string;
  /** Runs Node in it, as a process of its own. */
  run(...args: string[]): Promise<{ code: number | null; output: string }>;
}

/** The packages that a team installs, by the folder that each is packed from. */
const packedFrom = { '@twostroke/shared': 'shared', '@twostroke/deploy': 'deploy' };

const BUILT = /^(dist|dist-node|dist-dev|node_modules|coverage)$/;

/**
 * A team's own git repository: the folder of its remote, a package.json, and our packages as `npm pack` makes them.
 * Only declared dependencies are installed, as links to the ones installed here, since npm would take minutes.
 * @param keepsTest which of the remote's test files are copied
 */
export function ownRepository(app: string, keepsTest: (file: string) => boolean): OwnRepository {
  const folder = mkdtempSync(join(tmpdir(), 'twostroke-own-'));
  const workspace = workspaceOf(app);
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  cpSync(join(repository, workspace), join(folder, workspace), {
    recursive: true,
    filter: (file) => !BUILT.test(basename(file)) && (!/\.test\.tsx?$/.test(file) || keepsTest(file)),
  });
  const facts = { private: true, workspaces: [workspace], scripts: { release: 'twostroke-release' } };
  write('package.json', JSON.stringify({ name: `${app}-team`, ...facts }));
  write('.gitignore', 'node_modules/\ndist/\ndist-node/\n.cache/\n');
  installPacked(folder, workspace);
  const git = (...args: string[]): string => succeed('git', args, folder);
  git('init', '-q');
  return {
    folder,
    write,
    edit(file, from, to) {
      const text = readFileSync(join(folder, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
      writeFileSync(join(folder, file), text.replaceAll(from, to));
    },
    commit() {
      git('add', '-A');
      git('-c', 'user.name=Meera', '-c', 'user.email=meera@twostroke.example', 'commit', '-qm', 'feat: what we did');
      return git('rev-parse', '--short=12', 'HEAD').trim();
    },
    run: (...args) => runNode(args, folder),
  };
}

/**
 * Packs the packages of this repository, unpacks them as npm does and links the dependencies of them and of the remote.
 */
function installPacked(folder: string, workspace: string): void {
  const packed = mkdtempSync(join(tmpdir(), 'twostroke-packed-'));
  const needed = new Set<string>();
  for (const [name, from] of Object.entries(packedFrom)) {
    const file = succeed('npm', ['pack', '--pack-destination', packed], join(repository, from)).trim();
    const to = join(folder, 'node_modules', name);
    mkdirSync(to, { recursive: true });
    succeed('tar', ['-xzf', join(packed, file), '-C', to, '--strip-components=1'], folder);
    // Versions that differ from those of other packages are in the package's own folder.
    const ownVersions = join(repository, from, 'node_modules');
    if (existsSync(ownVersions)) symlinkSync(ownVersions, join(to, 'node_modules'));
    collectDependencies(to, needed);
  }
  rmSync(packed, { recursive: true });
  collectDependencies(join(folder, workspace), needed);
  for (const name of needed) if (!(name in packedFrom)) linkPackage(name, folder);
}

function collectDependencies(packageFolder: string, all: Set<string>): void {
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(packageFolder, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string> | undefined>;
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
    const installed = join(repository, 'node_modules', name);
    if (all.has(name) || !existsSync(installed)) continue; // packages for other platforms are not installed
    all.add(name);
    collectDependencies(installed, all);
  }
}

function runNode(args: string[], cwd: string): Promise<{ code: number | null; output: string }> {
  // In a process without Node's test variables: Node would take its output for a test report.
  const env = { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined, GITHUB_ACTOR: 'meera' };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

function succeed(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed. ${error?.message ?? stderr}`);
  return stdout;
}
