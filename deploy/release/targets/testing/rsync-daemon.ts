import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../backend/postgres/free-port.ts';

/** The real rsync as a daemon on a free port of this machine. */
export async function startRsyncDaemon(): Promise<{ address: string; folder: string; close: () => Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'twostroke-rsync-'));
  const folder = join(home, 'site');
  mkdirSync(folder);
  const port = await freePort();
  const account = process.getuid?.() === 0 ? 'uid = root\ngid = root\n' : '';
  writeFileSync(
    join(home, 'rsyncd.conf'),
    `pid file = ${home}/rsyncd.pid\nlog file = ${home}/rsyncd.log\nuse chroot = no\nmunge symlinks = no\nsocket options = TCP_NODELAY\n${account}[site]\npath = ${folder}\nread only = no\n`,
  );
  const daemon = spawn(
    'rsync',
    ['--daemon', '--no-detach', '--address=127.0.0.1', `--port=${port}`, `--config=${home}/rsyncd.conf`],
    { stdio: 'ignore' },
  );
  const exited = new Promise<void>((resolve) => daemon.once('exit', () => resolve()));
  for (let tries = 0; !(await answers(port)); tries += 1) {
    if (tries > 200) throw new Error('The rsync daemon did not start.');
    await pause(25);
  }
  return {
    address: `rsync://127.0.0.1:${port}/site`,
    folder,
    async close() {
      daemon.kill('SIGTERM');
      await exited;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
