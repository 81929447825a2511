import type { ServiceLine } from '../../model/service-line.ts';

/**
 * The most popular services beside the periodic ones, in the order of the board. Scooters get the belt service instead of
 * the chain service.
 */
const wanted = [
  'oil-change',
  'brake-service',
  'chain-cleaning',
  'cvt-service',
  'battery-replacement',
  'engine-top-end',
] as const;

const rowsOnBoard = 4;

/** The rows of the home page's board. */
export function mainRates(lines: readonly ServiceLine[]): ServiceLine[] {
  return wanted
    .map((slug) => lines.find((line) => line.slug === slug))
    .filter((line) => line !== undefined)
    .slice(0, rowsOnBoard);
}
