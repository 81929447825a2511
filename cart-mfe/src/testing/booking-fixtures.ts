import { configure } from '@testing-library/react';
import { fakeBackend, type FakeAnswer, type FakeBackend, type FakeCall } from '@twostroke/shared/testing/fake-backend';
import { emptyCart, type Cart } from '@twostroke/shared/domain/cart';
import { vehicleOf } from '@twostroke/shared/domain/vehicle';
import { cartAtom, cartDrawerAtom, store, vehicleAtom, writeStored } from '@twostroke/shared/state';
import { newDraft, type BookingDraft } from '../model/booking-draft.ts';
import { draftStorageKey, forgetDraft, reloadDraft } from '../model/draft-store.ts';
import { jobKey, jobOf } from '../model/job.ts';
import type { Quote } from '@twostroke/shared/api/quote';
import { forgetQueries } from '@twostroke/shared/api/use-query';

// On a busy machine a page takes longer than the usual second to answer.
configure({ asyncUtilTimeout: 8000 });

export const token = 'a1'.repeat(32);

export const classic = vehicleOf(
  { slug: 'royal-enfield', name: 'Royal Enfield' },
  { slug: 'classic-350', name: 'Classic 350', body: 'cruiser' },
);

/** Classic 350, General Service and the longer warranty: ₹2,048. */
export const fullCart: Cart = {
  vehicle: classic,
  items: [
    {
      id: 'general-service',
      name: 'General Service',
      price: 1699,
      quantity: 1,
      package_type: 'primary',
      duration_minutes: 105,
    },
    {
      id: 'extended-warranty',
      name: 'Warranty 30 to 90 days',
      price: 349,
      quantity: 1,
      package_type: 'addon',
      duration_minutes: 0,
    },
  ],
};

export function quoteOf(total: number, mode = 'doorstep', more: Partial<Quote> = {}): Quote {
  const base = { quantity: 1, minutes: 0, two_day: false };
  return {
    lines: [
      {
        ...base,
        item_id: 'general-service',
        name: 'General Service',
        package_type: 'primary',
        unit_price: total - 349,
        price: total - 349,
        minutes: 105,
      },
      {
        ...base,
        item_id: 'extended-warranty',
        name: 'Warranty 30 to 90 days',
        package_type: 'addon',
        unit_price: 349,
        price: 349,
      },
      ...(mode === 'pickup'
        ? [
            {
              ...base,
              item_id: 'pickup-drop',
              name: 'Pickup & drop',
              package_type: 'pickup' as const,
              unit_price: 0,
              price: 0,
            },
          ]
        : []),
    ],
    refusals: [],
    subtotal: total,
    coupon: null,
    total,
    minutes: 105,
    taxable_paise: 173560,
    tax_paise: 31240,
    cgst_paise: 15620,
    sgst_paise: 15620,
    igst_paise: 0,
    cgst_rate: 9,
    sgst_rate: 9,
    igst_rate: 0,
    free_pickup: true,
    late_fee: 100,
    visit_fee: 200,
    ...more,
  };
}

/** WEEKDAY10 and FIRST100 take something off; SOCIETY5 is for a group, and every other code is unknown. */
function withCoupon(code: string, mode: string): Quote {
  const off = { WEEKDAY10: 200, FIRST100: 100 }[code] ?? 0;
  const refused =
    code === 'SOCIETY5' ? { code: 'coupon_bikes', data: { from: 3 } } : { code: 'coupon_unknown', data: null };
  const refusal = off > 0 ? null : refused;
  return quoteOf(2048, mode, { total: 2048 - off, coupon: { code, off, refusal } });
}

/** Two hours before a window of Saturday. */
const freeUntil = (start: string): string =>
  new Date(Date.parse(`2026-11-21T${start}:00+05:30`) - 2 * 3600_000).toISOString();

const window = (start: string, end: string, free: number, why: string | null = null) => ({
  start,
  end,
  free,
  places: 3,
  why,
  free_until: freeUntil(start),
});

export const calendar = {
  today: '2026-11-20',
  minutes: 105,
  windows: 2,
  two_day: false,
  last_day: '2026-12-20',
  first_free: { date: '2026-11-21', start: '11:00', end: '13:00', free: 2, free_until: freeUntil('11:00') },
  alternatives: [
    { date: '2026-11-21', start: '11:00', end: '13:00', free: 2, free_until: freeUntil('11:00') },
    { date: '2026-11-21', start: '14:00', end: '16:00', free: 1, free_until: freeUntil('14:00') },
  ],
  days: [
    { date: '2026-11-20', closed: null, note: null, windows: [window('09:00', '11:00', 0, 'past')] },
    {
      date: '2026-11-21',
      closed: null,
      note: null,
      windows: [
        window('09:00', '11:00', 0, 'full'),
        window('11:00', '13:00', 2),
        window('14:00', '16:00', 1),
        window('16:00', '18:00', 0, 'too_long'),
      ],
    },
    { date: '2026-11-22', closed: 'Diwali', note: null, windows: [] },
  ],
};

/** Just held, for ten minutes. */
export const held = {
  date: '2026-11-21',
  start: '11:00',
  end: '13:00',
  free_until: freeUntil('11:00'),
  expires_at: '2026-11-20T05:40:00Z',
  seconds_left: 600,
  can_extend: true,
};

/** What create_booking answers. */
export const receipt = {
  id: '4f9c21ab-0000-4000-8000-000000000001',
  number: '4f9c21ab',
  status: 'confirmed',
  booking_date: '2026-11-21',
  booking_time: '11:00',
  window_end: '13:00',
  estimated_price: 2048,
  manage_token: token,
  repeated: false,
};

/** The figures of the shop that the form reads. */
export const shopRow = {
  address: 'Shop 4, Sample Arcade',
  free_pickup_from: 999,
  payment_provider: 'local',
  horizon_days: 30,
  hold_extension_minutes: 5,
  payment_minutes: 15,
  offer_minutes: 20,
  approval_limits: [0, 300, 500, 1000],
};

type Routes = Record<string, FakeAnswer | ((call: FakeCall) => FakeAnswer)>;

const classic350 = {
  id: 'royal-enfield/classic-350',
  slug: 'classic-350',
  name: 'Classic 350',
  brand_slug: 'royal-enfield',
  body: 'cruiser',
  drive: 'chain',
  engine_cc: 349,
  search_names: 'classic, reborn',
  popular_rank: 1,
};

/** A backend on which every call succeeds; `more` overrides single answers. */
export function bookingBackend(more: Routes = {}): FakeBackend {
  return fakeBackend({
    'GET /rest/v1/areas': {
      body: [
        { slug: 'kondhwa', name: 'Kondhwa', pin: '411048' },
        { slug: 'katraj', name: 'Katraj', pin: '411046' },
      ],
    },
    'GET /rest/v1/area_pins': { body: [{ pin: '411046' }, { pin: '411048' }] },
    'GET /rest/v1/service_modes': {
      body: [
        { mode: 'doorstep', lead_minutes: 120 },
        { mode: 'pickup', lead_minutes: 240 },
        { mode: 'workshop', lead_minutes: 120 },
      ],
    },
    'GET /rest/v1/shop': {
      body: shopRow,
    },
    'GET /rest/v1/models': { body: [classic350] },
    'GET /rest/v1/model_offers': {
      body: [
        {
          package_slug: 'general-service',
          short_name: 'General Service',
          summary: 'Fresh engine oil, 25 checks',
          price: 1699,
          price_is_from: false,
          minutes: 105,
          two_day: false,
        },
      ],
    },
    'POST /rest/v1/rpc/quote': ({ body }) => {
      const { mode, coupon } = body as { mode: string; coupon?: string };
      return { body: coupon ? withCoupon(coupon.toUpperCase(), mode) : quoteOf(2048, mode) };
    },
    'POST /rest/v1/rpc/list_slots': { body: calendar },
    'POST /rest/v1/rpc/hold_slot': ({ body }) => {
      const { date, start } = body as { date: string; start: string };
      return { body: { ...held, date, start } };
    },
    'POST /rest/v1/rpc/release_hold': { body: { released: true } },
    'POST /rest/v1/rpc/create_booking': { body: receipt },
    ...more,
  });
}

/** A complete draft: only the button has to be pressed. */
export function finishedDraft(change: Partial<BookingDraft> = {}): BookingDraft {
  const draft = newDraft();
  const job = jobOf(fullCart, 'doorstep');
  return {
    ...draft,
    mode: 'doorstep',
    address: { line: 'B-1204, Sample Heights', landmark: '', area: 'kondhwa', pin: '411048' },
    slot: {
      date: '2026-11-21',
      start: '11:00',
      end: '13:00',
      free_until: freeUntil('11:00'),
      job: job ? jobKey(job) : '',
    },
    details: { ...draft.details, name: 'Asha Kulkarni', phone: '90000 00012', vehicleNumber: 'mh 12 zz 0042' },
    ...change,
  };
}

/** A browser with this cart and draft in its storage, as after a reload. */
export function startWith(cart: Cart = emptyCart, draft: BookingDraft | null = null): void {
  forgetQueries();
  forgetDraft();
  store.set(cartAtom, cart);
  store.set(vehicleAtom, cart.vehicle);
  store.set(cartDrawerAtom, false);
  if (draft) writeStored(draftStorageKey, draft);
  reloadDraft();
}

export function setOnline(online: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => online });
  globalThis.dispatchEvent(new Event(online ? 'online' : 'offline'));
}
