import type { DrillRow } from './drill-row.ts';
import type { ReleaseStep } from './release-cycle.ts';

type Say = (line: string) => void;

/** How long releases took, and which were rejected. */
export function printSteps(steps: ReleaseStep[], say: Say = console.log): void {
  const lines = steps.map(({ remote, step, seconds, outcome }) => [remote, step, seconds.toFixed(1), outcome]);
  printTable(['Remote', 'Step', 's', 'Outcome'], lines, say);
}

/** What visitors experienced. The same message occurs often, so it is printed once, with a number. */
export function printRows(rows: DrillRow[], say: Say = console.log): void {
  const sentences = [...new Set(rows.map(({ saw }) => saw))];
  const lines = rows.map((row) => [
    row.failures.length > 0 ? 'RED' : 'ok',
    row.remote,
    row.where,
    row.fault,
    row.moment,
    `[${sentences.indexOf(row.saw) + 1}]`,
    row.seconds.toFixed(1),
    row.keptWorking.join(', '),
    row.recovered,
    row.recoverySeconds.toFixed(1),
  ]);
  printTable(
    ['', 'Remote', 'Where', 'Fault', 'Moment', 'Saw', 'after s', 'Kept working', 'Recovered by', 'in s'],
    lines,
    say,
  );
  say('');
  sentences.forEach((sentence, at) => say(`[${at + 1}] ${sentence}`));
}

/** @returns how many failed, after printing the reasons */
export function printVerdict(rows: DrillRow[], steps: ReleaseStep[], say: Say = console.log): number {
  const named = [
    ...rows.map(({ remote, where, fault, moment, failures }) => ({ name: [remote, where, fault, moment], failures })),
    ...steps.map(({ remote, step, failures }) => ({ name: [remote, step], failures })),
  ];
  const red = named.filter(({ failures }) => failures.length > 0);
  for (const { name, failures } of red) say(`RED  ${name.join(', ')}: ${failures.join('; ')}`);
  const slowest = Math.max(0, ...rows.map(({ seconds }) => seconds));
  say(
    `${named.length - red.length} of ${named.length} green. The longest wait for a page or a message: ${slowest.toFixed(1)} s.`,
  );
  return red.length;
}

function printTable(head: string[], lines: string[][], say: Say): void {
  const widths = head.map((name, column) => Math.max(name.length, ...lines.map((line) => line[column]!.length)));
  const print = (cells: string[]): void =>
    say(
      cells
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
  print(head);
  print(widths.map((width) => '-'.repeat(width)));
  lines.forEach(print);
}
