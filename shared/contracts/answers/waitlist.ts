import { array, boolean, intersect, nullable, number, object, picklist, string, type InferOutput } from 'valibot';
import { clockTime, date, instant, serviceMode } from './fields.ts';
import { freeSlot, slotHold } from './slots.ts';

export const waitlistEntry = object({
  /** 1 is first. */
  position: number(),
  /** The token that leaves the waitlist. */
  token: string(),
});

const named = object({ slug: string(), name: string() });

const cartItem = object({
  id: string(),
  name: string(),
  /** Whole rupees, GST included. */
  price: number(),
  quantity: number(),
  package_type: picklist(['primary', 'addon']),
  duration_minutes: number(),
  two_day: boolean(),
});

/** The window and the cart of a waitlist entry. */
const waitlistedJob = object({
  mode: serviceMode,
  date,
  start: clockTime,
  end: clockTime,
  vehicle: object({ brand: named, model: object({ ...named.entries, body: string() }), modelId: string() }),
  items: array(cartItem),
});

export const placeOffer = intersect([
  waitlistedJob,
  object({
    /** The request id that create_booking must send. */
    request_id: string(),
    name: string(),
    phone: string(),
    email: nullable(string()),
    hold: slotHold,
  }),
]);

/** What is sent with offer_over. */
export const endedOffer = intersect([waitlistedJob, object({ ended_at: instant, alternatives: array(freeSlot) })]);

export type WaitlistEntry = InferOutput<typeof waitlistEntry>;
export type WaitlistedJob = InferOutput<typeof waitlistedJob>;
export type PlaceOffer = InferOutput<typeof placeOffer>;
export type EndedOffer = InferOutput<typeof endedOffer>;
