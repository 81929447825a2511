import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, processCommand } from './process-identity.ts';

/** What a running server writes into its postmaster.pid. */
export interface PostmasterFile {
  pid: number;
  port: number;
  isReady: boolean;
}

export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/**
 * Stops the server that a killed parent left running on these database files. Call it only while holding the
 * data lock: then no living backend can be using it.
 */
export async function stopOrphanedServer(cluster: string): Promise<{ stopped: number | undefined }> {
  const found = readPostmasterFile(cluster);
  if (!found || !Number.isInteger(found.pid) || found.pid <= 0) return { stopped: undefined };
  if (!isRunning(found.pid) || !processCommand(found.pid).includes(cluster)) {
    // The pid now belongs to another program; Postgres itself would not start because of it.
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
    return { stopped: undefined };
  }
  await stopServer(found.pid);
  return { stopped: found.pid };
}

/** Fast shutdown, then an immediate one after 10 seconds; both keep every committed row. */
export async function stopServer(pid: number): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + timeoutMs;
    while (isRunning(pid) && Date.now() < deadline) await delay(10);
    if (!isRunning(pid)) return;
  }
}
