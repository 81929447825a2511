/** One fault of the site and what a visitor experienced. */
export interface DrillRow {
  /** The remote with the fault, or the site's own record. */
  remote: string;
  /** The file or record that was hit. */
  where: string;
  fault: string;
  /** How the visitor opened the page: `cold load` or `navigation`. */
  moment: string;
  /** The text on the screen. */
  saw: string;
  /** Time from the visitor's click or address to this text. */
  seconds: number;
  keptWorking: string[];
  recovered: string;
  /** Time from the end of the fault (or from the first retry, when it lasts) to a working page. */
  recoverySeconds: number;
  /** Expectations that did not hold; empty: green. */
  failures: string[];
}

/** A visitor who waits longer than this without a message leaves. */
const SLOW_AFTER_S = 8;

/** Adds a failure when the visitor waited too long. Only when no other process uses the machine. */
export function failWhenSlow(row: DrillRow): DrillRow {
  const { seconds, failures } = row;
  if (seconds <= SLOW_AFTER_S) return row;
  return { ...row, failures: [...failures, `the visitor waited ${seconds.toFixed(1)} s`] };
}

export function secondsSince(began: number): number {
  return (Date.now() - began) / 1000;
}
