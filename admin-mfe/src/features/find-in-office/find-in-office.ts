import { callRpc } from '@twostroke/shared/client';
import type { OfficeFinds } from '@twostroke/shared/contracts/answers/caller';

export type FoundBooking = OfficeFinds['bookings'][number];
export type FoundCustomer = OfficeFinds['customers'][number];

/** Bookings and customers by name, number, phone or plate; without a query the latest bookings. @throws AppError */
export async function findInOffice(query: string): Promise<OfficeFinds> {
  return callRpc('find_in_office', { query });
}

/** Where a query stands in a text, without regard to capitals: before, match, after. Null when it is not in it. */
export function splitAtMatch(text: string, query: string): [string, string, string] | null {
  const wanted = query.trim();
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted.toLowerCase());
  if (at < 0) return null;
  return [text.slice(0, at), text.slice(at, at + wanted.length), text.slice(at + wanted.length)];
}
