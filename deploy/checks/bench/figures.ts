/** What was measured, the figure, the goal ('' where there is none). */
export type Figure = [what: string, measured: string, goal: string];

export function printFigures(figures: Figure[]): void {
  const widths = [0, 1, 2].map((column) => Math.max(...figures.map((figure) => figure[column]!.length), 8));
  const row = (cells: string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  console.log(row(['What', 'Measured', 'Goal']));
  console.log(row(widths.map((width) => '-'.repeat(width))));
  for (const figure of figures) console.log(row(figure));
}

/** The middle of them; of an even number, the mean of the two in the middle. */
export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
