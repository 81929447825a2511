import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../../release/build/ensure-installed.mjs';
import { printFigures } from './figures.ts';

/** `npm run bench -- commands`: the README's commands in a fresh clone of the last commit, timed. Takes many minutes. */
export async function measure(): Promise<void> {
  const clone = join(mkdtempSync(join(tmpdir(), 'twostroke-clone-')), 'twostroke');
  spawnSync('git', ['clone', '--quiet', repository, clone], { stdio: 'inherit' });
  try {
    const first = await timeStart(clone);
    const second = await timeStart(clone);
    const test = timeTest(clone);
    printFigures('commands', [
      ['npm start in a fresh clone, until the site answers', `${first} s`, '< 240 s'],
      ['npm start, second time', `${second} s`, '< 25 s'],
      ['npm test in that clone', `${test.seconds} s (${test.summary})`, '< 900 s'],
    ]);
  } finally {
    rmSync(join(clone, '..'), { recursive: true, force: true });
  }
  process.exit(0);
}

/** Seconds until the printed address serves the home page. */
async function timeStart(clone: string): Promise<string> {
  const began = Date.now();
  const child = spawn('npm', ['start', '--', '--port', '0'], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /is open:\s+(http\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.on('close', (code) => reject(new Error(`npm start ended with ${code}\n${output}`)));
  });
  const answer = await fetch(url);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  if (!answer.ok) throw new Error(`The site answered ${answer.status}.`);
  await new Promise((resolve) => {
    child.removeAllListeners('close').on('close', resolve);
    process.kill(-child.pid!, 'SIGTERM');
  });
  return seconds;
}

function timeTest(clone: string): { seconds: string; summary: string } {
  const began = Date.now();
  const { stdout } = spawnSync('npm', ['test'], { cwd: clone, encoding: 'utf8', maxBuffer: 1 << 28 });
  const summary = /^\d+ passed, \d+ failed$/m.exec(stdout)?.[0] ?? 'no summary';
  // The clone is deleted afterwards, so the output of a failed command is printed here.
  if (!summary.endsWith(', 0 failed')) console.log(stdout);
  return { seconds: ((Date.now() - began) / 1000).toFixed(0), summary };
}
