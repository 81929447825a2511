import { readCommandLine } from '@twostroke/shared/tooling/read-command-line.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workspaceOf } from '@twostroke/shared/tooling/list-apps.mjs';
import { repository } from '../release/build/ensure-installed.mjs';
import { remoteFiles } from './remote-files.ts';

/** As in addresses, records and federation containers. */
const REMOTE_NAME = /^[a-z][a-z0-9]{1,30}$/;

/**
 * Writes the files of a new remote: its folder and its release workflow. No existing file changes; the apps are listed by
 * their folders.
 * @param root folder of the checkout
 * @param name e.g. `loyalty`, for the folder `loyalty-mfe` and the page `/loyalty`
 * @returns the files written, relative to the checkout
 * @throws Error when the name does not fit or is taken
 */
export function createRemote(root: string, name: string): string[] {
  if (!REMOTE_NAME.test(name))
    throw new Error(
      `"${name}" does not fit: a remote's name is 2 to 31 lower-case letters and digits, a letter first.`,
    );
  const workspace = workspaceOf(name);
  if (existsSync(join(root, workspace)) || existsSync(join(root, name)))
    throw new Error(`${name} is taken: there is a folder of that name. Choose another name.`);
  const { dependencies } = JSON.parse(readFileSync(join(root, 'shared/package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const files = remoteFiles(name, dependencies);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return Object.keys(files);
}

/**
 * `npm run new -- <name>`: creates a remote, links it as a workspace and prints the next commands.
 * @returns the exit code
 */
export function runNewCommand(args: string[]): number {
  let name: string;
  try {
    [name = ''] = readCommandLine(args, { command: 'npm run new', words: ['<name>'] }).positionals;
    if (!name) throw new Error('npm run new -- <name>   creates a remote, e.g. npm run new -- loyalty');
    for (const file of createRemote(repository, name)) console.log(`Wrote ${file}`);
  } catch (failure) {
    console.error(failure instanceof Error ? failure.message : failure);
    return 1;
  }
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['install', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd: repository,
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error(`npm could not link ${workspaceOf(name)}. Run npm install once the registry can be reached.`);
    return 1;
  }
  console.log(`
npm test -w ${workspaceOf(name)}            its tests
npm run dev -- --only ${name}        the site with it, reloaded as you edit
npm run release -- ${name}           checks it and brings it live: its page is /${name}`);
  return 0;
}
