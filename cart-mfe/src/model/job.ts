import type { FreeSlot } from '@twostroke/shared/api/slots';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import type { Cart } from '@twostroke/shared/domain/cart';
import { orderedItem } from '@twostroke/shared/domain/declined-work';
import type { ChosenSlot } from './booking-draft.ts';

/** What prices and free times depend on: the cart, for a bike, at a place. */
export interface Job {
  model: string;
  items: { id: string; quantity: number; declined?: string; link?: string }[];
  mode: ServiceMode;
}

/** Null while the cart has no bike or no main service. */
export function jobOf(cart: Cart, mode: ServiceMode): Job | null {
  if (!cart.vehicle || !cart.items.some((item) => item.package_type === 'primary')) return null;
  return { model: cart.vehicle.modelId, items: cart.items.map(orderedItem), mode };
}

/** A free time as the choice for a job. */
export function chosenSlot({ date, start, end, free_until }: Omit<FreeSlot, 'free'>, job: Job): ChosenSlot {
  return { date, start, end, free_until, job: jobKey(job) };
}

/** One string per job, to compare and to keep answers by. */
export function jobKey({ model, items, mode }: Job): string {
  return [mode, model, ...items.map(({ id, quantity }) => `${id}*${quantity}`).sort()].join(' ');
}
