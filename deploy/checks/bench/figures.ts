import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { repository } from '../../release/build/ensure-installed.mjs';

/** What was measured, the figure, the goal ('' where there is none). */
export type Figure = [what: string, measured: string, goal: string];

/** A line of JSON for each table that was printed on this machine: machines differ too much to be compared. */
const historyFile = join(repository, '.cache/bench/history.jsonl');
const earlierRun = v.object({
  bench: v.string(),
  at: v.string(),
  commit: v.string(),
  figures: v.array(v.tuple([v.string(), v.string(), v.string()])),
});
type EarlierRun = v.InferOutput<typeof earlierRun>;

/**
 * Prints what a bench has measured, beside the figures of its last run on this machine, and keeps it for the next run.
 * @param bench names the table: `server`, `speed of /bikes`
 */
export function printFigures(bench: string, figures: Figure[]): void {
  const last = lastRunOf(bench);
  const before = new Map(last?.figures.map(([what, measured]) => [what, measured]));
  const rows = figures.map(([what, measured, goal]) => {
    const former = before.get(what);
    return [what, measured, goal, former === undefined || former === measured ? '' : former];
  });
  const all = [['What', 'Measured', 'Goal', last ? `Last, ${last.commit}` : ''], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]!.length)));
  const print = (cells: string[]): void =>
    console.log(
      cells
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
  print(all[0]!);
  print(widths.map((width) => '-'.repeat(width)));
  for (const row of rows) print(row);
  const run: EarlierRun = { bench, at: new Date().toISOString(), commit: commitHere(), figures };
  mkdirSync(dirname(historyFile), { recursive: true });
  appendFileSync(historyFile, `${JSON.stringify(run)}\n`);
}

/**
 * Says which goals are missed, and ends the command with an error code: for a job that watches the figures.
 * @returns the figures that miss their goal; those without one are not judged
 */
export function judgeFigures(figures: readonly Figure[]): Figure[] {
  const missed = figures.filter((figure) => !reachesGoal(figure));
  for (const [what, measured, goal] of missed) console.error(`Missed: ${what}: ${measured}, goal ${goal}`);
  if (missed.length > 0) process.exitCode = 1;
  return missed;
}

/** "812 ms" reaches "<= 1000 ms"; the unit of both is the same. */
function reachesGoal([what, measured, goal]: Figure): boolean {
  if (goal === '') return true;
  const [, most, unit] = /^<= ([\d.]+) (\S+)$/.exec(goal) ?? [];
  const [, figure, measuredUnit] = /^([\d.]+) (\S+)$/.exec(measured) ?? [];
  if (unit === undefined || unit !== measuredUnit)
    throw new Error(`${what} can't be judged: "${measured}", goal "${goal}".`);
  return Number(figure) <= Number(most);
}

function lastRunOf(bench: string): EarlierRun | null {
  if (!existsSync(historyFile)) return null;
  const lines = readFileSync(historyFile, 'utf8').trimEnd().split('\n');
  const line = lines.findLast((one) => one.startsWith(`{"bench":${JSON.stringify(bench)},`));
  return line === undefined ? null : v.parse(earlierRun, JSON.parse(line));
}

/** The commit of the working copy. The bench may run in a folder without a history. */
function commitHere(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: repository, encoding: 'utf8' }).trim();
  } catch {
    return 'no commit';
  }
}

/** The middle of them; of an even number, the mean of the two in the middle. */
export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
