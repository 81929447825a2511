import type { BadgeTone } from '@twostroke/shared/ui/badge';

export type Vital = 'LCP' | 'INP' | 'CLS';

export interface Verdict {
  word: 'Good' | 'Needs work' | 'Poor';
  tone: BadgeTone;
}

const good: Verdict = { word: 'Good', tone: 'ok' };
const needsWork: Verdict = { word: 'Needs work', tone: 'warn' };
const poor: Verdict = { word: 'Poor', tone: 'stop' };

/** Good up to the first, poor above the second: the limits of web.dev/vitals. */
const limits: Record<Vital, readonly [good: number, poor: number]> = {
  LCP: [2500, 4000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
};

export function judgeVital(vital: Vital, value: number): Verdict {
  const [fine, bad] = limits[vital];
  return value <= fine ? good : value <= bad ? needsWork : poor;
}

/** Our own limits: one error in a hundred visits is noise, one in twenty is an outage. */
export function judgeErrorRate(errorsPerVisit: number): Verdict {
  return errorsPerVisit <= 0.01 ? good : errorsPerVisit <= 0.05 ? needsWork : poor;
}

/** "1.24 s", "96 ms", "0.02". */
export function formatVital(vital: Vital, value: number): string {
  if (vital === 'LCP') return `${(value / 1000).toFixed(2)}\u00a0s`;
  return vital === 'INP' ? `${Math.round(value)}\u00a0ms` : value.toFixed(2);
}

/** Errors per visit in words: "1.5 in 100". */
export function formatErrorRate(errorsPerVisit: number): string {
  return `${Number((errorsPerVisit * 100).toFixed(1))} in\u00a0100`;
}
