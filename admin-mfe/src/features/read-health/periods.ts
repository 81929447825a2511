/** The available periods, in hours. */
export const periods = [
  { hours: 1, label: '1 hour', words: 'the last hour' },
  { hours: 24, label: '24 hours', words: 'the last 24 hours' },
  { hours: 168, label: '7 days', words: 'the last 7 days' },
] as const;

export type Period = (typeof periods)[number];

/** The period of an address (`?hours=…`): a day for any other value. */
export function periodOf(hours: string | null): Period {
  return periods.find((period) => String(period.hours) === hours) ?? periods[1];
}
