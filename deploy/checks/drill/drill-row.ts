/** One fault of the site and what a visitor experienced. */
export interface DrillRow {
  /** The remote with the fault, or the site's own record. */
  remote: string;
  /** The file or record that was hit. */
  where: string;
  fault: string;
  /** How the visitor opened the page: `cold load` or `navigation`. */
  moment: string;
  /** The words on the screen. */
  saw: string;
  /** From the visitor's click or address to these words. */
  seconds: number;
  keptWorking: string[];
  recovered: string;
  /** From the end of the fault (or the first try, when it lasts) to a page that works. */
  recoverySeconds: number;
  /** Expectations that did not hold; empty: green. */
  failures: string[];
}

/** A visitor who waits longer than this without a message leaves. */
const SLOW_AFTER_S = 8;

/** Adds a failure when the visitor waited too long. Only for a run that has the machine to itself. */
export function failWhenSlow(row: DrillRow): DrillRow {
  const { seconds, failures } = row;
  if (seconds <= SLOW_AFTER_S) return row;
  return { ...row, failures: [...failures, `the visitor waited ${seconds.toFixed(1)} s`] };
}

export function secondsSince(began: number): number {
  return (Date.now() - began) / 1000;
}
