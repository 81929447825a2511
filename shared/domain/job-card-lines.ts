import { concernWords } from './concern-words.ts';
import type { DatabaseEnum } from './database-enum.ts';

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
  is_concern: boolean;
  answer: DatabaseEnum<'concern_answer'> | null;
  answer_note: string | null;
}

/**
 * A job card to read: what became of what the customer wrote, then what was done, and what was not needed and why.
 */
export function checklistGroups(lines: readonly DoneLine[]) {
  const concernsFirst = [...lines].sort((a, b) => Number(b.is_concern) - Number(a.is_concern));
  return groupLines(concernsFirst).map(([title, inside]) => ({ title, items: inside.map(itemOf) }));
}

function itemOf({ label, done_at, not_needed, answer, answer_note }: DoneLine) {
  if (answer) {
    const hint = concernWords({ answer, answer_note });
    return { state: answer === 'not_found' ? ('not' as const) : ('done' as const), label, hint, word: 'Answered' };
  }
  return {
    state: not_needed ? ('not' as const) : done_at ? ('done' as const) : ('todo' as const),
    label,
    hint: not_needed,
  };
}
