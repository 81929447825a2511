import type { CheckIn, InspectionPoint } from '@twostroke/shared/contracts/answers/inspection';
import { formatKm } from '@twostroke/shared/domain/figures';

export type FoundState = InspectionPoint['state'];

/** What customers read beside a lamp. */
export const stateWords: Readonly<Record<FoundState, string>> = {
  due_now: 'Now',
  due_later: 'Soon',
  ok: 'Fine',
  not_checked: 'Not checked',
};

/** The order of the report: what needs the customer first. */
export const stateOrder: readonly FoundState[] = ['due_now', 'due_later', 'ok', 'not_checked'];

/** The points in the order of the report. */
export function inOrder(points: readonly InspectionPoint[]): InspectionPoint[] {
  return stateOrder.flatMap((state) => points.filter((point) => point.state === state));
}

/** "1.2 mm", and the limit or limits that it is compared with; null for what was not measured. */
export function measured({ value, unit, low_limit: low, high_limit: high }: InspectionPoint) {
  if (value === null) return null;
  const only = low ?? high;
  const limit = low !== null && high !== null ? `limits ${low}–${high}` : only === null ? null : `limit ${only}`;
  return { value: `${value} ${unit ?? ''}`.trim(), limit };
}

const fuelWords = ['empty', 'a quarter', 'half', 'three quarters', 'full'];

/** How the bike was when the shop took it over, one line for each fact. */
export function checkInLines({ odometer_km, fuel, accessories, other_items, damage }: CheckIn): string[] {
  const left = [...accessories, ...(other_items ? [other_items] : [])];
  return [
    odometer_km === null ? '' : `Odometer ${formatKm(odometer_km)}`,
    fuel === null ? '' : `Fuel: ${fuelWords[fuel]}`,
    left.length === 0 ? '' : `Left with us: ${left.join(', ')}`,
    damage === null ? '' : `Noted on the bike: ${damage}`,
  ].filter((line) => line !== '');
}
