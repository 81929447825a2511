import { buildPayment } from '@twostroke/shared/testing/build-payment';
import { fakeBackend, type FakeAnswer, type FakeBackend, type FakeCall } from '@twostroke/shared/testing/fake-backend';
import { configure } from '@testing-library/react';

// On a busy machine a page takes longer than the usual second to answer.
configure({ asyncUtilTimeout: 8000 });

export const token = 'a1'.repeat(32);

/** The answer of get_booking for a guest's link. */
export const booking = {
  id: '4f9c21ab-0000-4000-8000-000000000001',
  number: '4f9c21ab',
  status: 'confirmed',
  customer_name: 'Asha Kulkarni',
  phone: '+919000000012',
  model_id: 'royal-enfield/classic-350',
  bike_name: 'Royal Enfield Classic 350',
  vehicle_number: 'MH12ZZ0042',
  model_year: null as number | null,
  mode: 'doorstep',
  booking_date: '2026-11-21',
  booking_time: '11:00',
  window_end: '13:00',
  ready_date: '2026-11-21',
  minutes: 105,
  address_line: 'B-1204, Sample Heights',
  landmark: null,
  area_name: 'Kondhwa',
  pin: '411048',
  notes: null,
  approval_limit: 500,
  coupon_code: null,
  discount: 0,
  estimated_price: 2048,
  final_price: null,
  mechanic: null,
  cancelled_by: null,
  created_at: '2026-11-20T04:42:00Z',
  closed_at: null,
  version: 0,
  fee: 0,
  terms: {
    free_until: '2026-11-21T03:30:00Z',
    late: false,
    can_cancel: true,
    cancel_fee: 0,
    can_move: true,
    cancel_credit: 0,
    move_fee: 0,
    move_credit: 0,
    can_pick_up: false,
    weather: false,
  },
  extra_work: [],
  handover_code: '4821' as string | null,
  checklist: [] as object[],
  events: [
    {
      at: '2026-11-20T04:42:00Z',
      from_status: null as string | null,
      to_status: 'confirmed',
      note: null,
      moved_from: null,
      fee: 0,
      actor: 'customer',
      kind: 'status',
      data: {},
    },
  ],
  payment: buildPayment(),
  items: [
    { item_id: 'general-service', name: 'General Service', package_type: 'primary', quantity: 1, price: 1699 },
    { item_id: 'extended-warranty', name: 'Warranty 30 to 90 days', package_type: 'addon', quantity: 1, price: 349 },
  ],
  gstin: null,
  shop: {
    name: 'Twostroke',
    phone: '+919000000010',
    whatsapp: '+919000000010',
    address: 'Shop 4, Sample Arcade',
    visit_fee: 200,
    no_show_minutes: 15,
    late_minutes: 60,
    late_credit: 100,
  },
};

const window = (start: string, end: string, free: number, why: string | null = null) => ({
  start,
  end,
  free,
  places: 3,
  why,
});

const freeTimes = {
  today: '2026-11-20',
  minutes: 105,
  windows: 1,
  two_day: false,
  last_day: '2026-12-20',
  days: [
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
  ],
};

type Routes = Record<string, FakeAnswer | ((call: FakeCall) => FakeAnswer)>;

/** A backend on which every call succeeds; `more` overrides single answers. */
export function bookingBackend(more: Routes = {}): FakeBackend {
  return fakeBackend({
    'GET /rest/v1/models': { body: { body: 'cruiser' } },
    'POST /rest/v1/rpc/list_slots': { body: freeTimes },
    'POST /rest/v1/rpc/get_booking': { body: booking },
    ...more,
  });
}
