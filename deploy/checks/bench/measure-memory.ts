import { readdirSync, readFileSync } from 'node:fs';

/**
 * Sum of the proportional set size (shared pages counted once) of a process and all its descendants, in megabytes.
 * Linux only: read from /proc.
 */
export async function proportionalMemoryMegabytes(rootPid: number): Promise<number> {
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 3000)); // the goal is for an idle process
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // the process has ended
    }
  }
  const isOurs = (pid: number): boolean => pid === rootPid || (parents.has(pid) && isOurs(parents.get(pid)!));
  let kilobytes = 0;
  for (const pid of parents.keys()) {
    if (!isOurs(pid)) continue;
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // the process has ended
    }
  }
  return Math.round(kilobytes / 1024);
}
