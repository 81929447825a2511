/** One thing that was done to the site, and how a visitor fared. */
export interface DrillRow {
  /** Whose part it was: a remote, or the site's own record. */
  remote: string;
  /** The file or record that was hit. */
  where: string;
  fault: string;
  /** How the visitor came: `cold load` or `navigation`. */
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

/** Whoever waits longer than this without a word has left. */
const PATIENCE_S = 8;

/** The row, red when the visitor waited too long. Only for a run that has the machine to itself. */
export function withPatience(row: DrillRow): DrillRow {
  const { seconds, failures } = row;
  if (seconds <= PATIENCE_S) return row;
  return { ...row, failures: [...failures, `the visitor waited ${seconds.toFixed(1)} s`] };
}

export function secondsSince(began: number): number {
  return (Date.now() - began) / 1000;
}
