/** The lines of a job card by group, both in the order in which they are printed. */
export function groupLines<Line extends { group_name: string }>(lines: readonly Line[]): [string, Line[]][] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) groups.set(line.group_name, [...(groups.get(line.group_name) ?? []), line]);
  return [...groups];
}
