import type { ServiceLine } from '../../model/service-line.ts';

/** The most popular services, in the order of the board. Scooters get the belt service instead of the chain service. */
const wanted = [
  'general-service',
  'basic-service',
  'comprehensive-service',
  'oil-change',
  'brake-service',
  'chain-cleaning',
  'cvt-service',
  'battery-replacement',
  'engine-top-end',
] as const;

const rowsOnBoard = 8;

/** The eight rows of the home page's board. */
export function mainRates(lines: readonly ServiceLine[]): ServiceLine[] {
  return wanted
    .map((slug) => lines.find((line) => line.slug === slug))
    .filter((line) => line !== undefined)
    .slice(0, rowsOnBoard);
}
