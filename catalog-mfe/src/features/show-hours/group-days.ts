import { formatTime, formatWindow } from '@twostroke/shared/domain/calendar';

export interface OpenDay {
  /** Sunday is 0. */
  weekday: number;
  opens: string;
  closes: string;
  /** Arrival windows in order. */
  windows: { starts: string; ends: string }[];
}

export interface DayGroup {
  /** "Mon–Sat", "Sun". */
  days: string;
  /** "9 am – 7 pm" */
  hours: string;
  /** "9–11 am" and so on. */
  windows: string[];
}

const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Consecutive days with the same hours and windows as one line, the week starting on Monday. */
export function groupDays(days: readonly OpenDay[]): DayGroup[] {
  const week = [...days].sort((a, b) => ((a.weekday + 6) % 7) - ((b.weekday + 6) % 7));
  const groups: { first: OpenDay; last: OpenDay }[] = [];
  for (const day of week) {
    const group = groups.at(-1);
    const follows = group && (group.last.weekday + 1) % 7 === day.weekday;
    if (group && follows && timesOf(group.first) === timesOf(day)) group.last = day;
    else groups.push({ first: day, last: day });
  }
  return groups.map(({ first, last }) => ({
    days: first === last ? nameOf(first) : `${nameOf(first)}–${nameOf(last)}`,
    hours: `${formatTime(first.opens)} – ${formatTime(first.closes)}`,
    windows: first.windows.map(({ starts, ends }) => formatWindow(starts, ends)),
  }));
}

function timesOf({ opens, closes, windows }: OpenDay): string {
  return JSON.stringify([opens, closes, windows]);
}

function nameOf({ weekday }: OpenDay): string {
  return names[weekday] ?? '';
}
