import type { DrillRow } from './drill-row.ts';
import { lateFaults } from './fault-proxy.ts';

/** A visitor who waits longer than this without a page or a message leaves. */
const SLOW_AFTER_S = 8;
/** The page waits 5 s for a file (`load-remote.ts` of the shell) and has one more to show the message. */
const LATE_FILE_S = 6;
/** How many times as long as the median visit another one may take. */
const MOST_TIMES_MEDIAN = 2.5;

/**
 * Adds a failure to the rows whose visitor waited too long: more than 8 s, or more than other visits of the same run
 * allow. Other work on the machine makes all visits longer, but not the time that a page waits for a file. So that time
 * is added to a multiple of the median visit to the same remote whose faulty file is answered at once.
 */
export function failSlowVisits(rows: DrillRow[]): DrillRow[] {
  return rows.map((row) => {
    const likeThis = rows.filter(
      ({ remote, moment, fault }) => remote === row.remote && moment === row.moment && !lateFaults.has(fault),
    );
    const load = MOST_TIMES_MEDIAN * median(likeThis.map(({ seconds }) => seconds));
    const most = Math.max(SLOW_AFTER_S, load + (lateFaults.has(row.fault) ? LATE_FILE_S : 0));
    if (row.seconds <= most) return row;
    const failure = `the visitor waited ${row.seconds.toFixed(1)} s, more than ${most.toFixed(1)} s`;
    return { ...row, failures: [...row.failures, failure] };
  });
}

/** @returns 0 for no values */
function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
