/** The lines of a job card by group, both in the order in which they are printed. */
export function groupLines<Line extends { group_name: string }>(lines: readonly Line[]): [string, Line[]][] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) groups.set(line.group_name, [...(groups.get(line.group_name) ?? []), line]);
  return [...groups];
}

interface DoneLine {
  group_name: string;
  label: string;
  done_at: string | null;
  /** Why it was put aside. */
  not_needed: string | null;
}

/** A job card to read: what was done, and what was not needed and why. */
export function checklistGroups(lines: readonly DoneLine[]) {
  return groupLines(lines).map(([title, inside]) => ({
    title,
    items: inside.map(({ label, done_at, not_needed }) => ({
      state: not_needed ? ('not' as const) : done_at ? ('done' as const) : ('todo' as const),
      label,
      hint: not_needed,
    })),
  }));
}
