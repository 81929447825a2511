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

export function secondsSince(began: number): number {
  return (Date.now() - began) / 1000;
}
