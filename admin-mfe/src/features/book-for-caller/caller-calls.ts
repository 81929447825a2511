import { callRpc, read } from '@twostroke/shared/client';
import type { KnownCaller } from '@twostroke/shared/contracts/answers/caller';
import type { SlotHold } from '@twostroke/shared/contracts/answers/slots';
import type { FunctionArguments } from '@twostroke/shared/contracts/functions';

/** What we know of a number. @throws AppError */
export async function getCaller(phone: string): Promise<KnownCaller> {
  return callRpc('get_caller', { phone });
}

/**
 * Holds a window while staff talk; the same window again starts the 30 minutes anew.
 * @throws AppError `conflict` with hint slot_taken
 */
export async function holdForCaller(request: FunctionArguments<'hold_for_caller'>): Promise<SlotHold> {
  return callRpc('hold_for_caller', request);
}

/** Puts the caller on the list of people to call back. @throws AppError */
export async function callBackLater(name: string, phone: string, message: string): Promise<void> {
  await callRpc('request_callback', { kind: 'message', name, phone, details: { message } });
}

export interface ServedArea {
  slug: string;
  name: string;
  /** Its usual PIN; null when it has several. */
  pin: string | null;
}

/** The areas we come to. @throws AppError */
export async function readServedAreas(): Promise<ServedArea[]> {
  const [areas, pins] = await Promise.all([
    read((db) => db.from('areas').select('slug,name').order('sort')),
    read((db) => db.from('area_pins').select('pin,area_slugs')),
  ]);
  return areas.map(({ slug, name }) => {
    const own = pins.filter(({ area_slugs }) => area_slugs.includes(slug));
    return { slug, name, pin: own.length === 1 ? (own[0]?.pin ?? null) : null };
  });
}
