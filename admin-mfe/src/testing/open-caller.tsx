import { screen } from '@testing-library/react';
import { fill } from '@twostroke/shared/testing/fill';
import { forgetCall } from '../features/book-for-caller/use-call.ts';
import { open, shop } from './open-admin.tsx';

export const classic = {
  model_id: 'royal-enfield/classic-350',
  bike_name: 'Royal Enfield Classic 350',
  vehicle_number: 'MH12ZZ0079',
  chassis_last5: null,
  model_year: 2021,
  odometer_km: 12900,
  last_visit: { date: '2026-08-21', work: 'General Service' },
  open: null,
  recheck: null,
  declined: [
    {
      ...{ id: 'd1', item_id: 'brake-pad-replacement', name: 'Rear brake shoes', price: 999, reason: '1.2 mm left' },
      ...{ minutes: 60, urgency: 'due_later', answer: 'later', answered_on: '2026-08-21' },
    },
  ],
};
/** A customer whose number we know. */
export const vikram = {
  phone: '+919000000024',
  number_proven: true,
  has_account: false,
  people: [{ name: 'Vikram Salvi', email: null }],
  since: '2024-03-02',
  visits: 6,
  owes: 0,
  credit: 100,
  address: { line: 'C-3, Kausar Baugh Society', landmark: null, area: 'kondhwa', area_name: 'Kondhwa', pin: '411048' },
  bikes: [classic],
};
/** A caller without a booking. */
export const stranger = { ...vikram, people: [], since: null, visits: 0, credit: 0, address: null, bikes: [] };
const offer = { summary: '', minutes: 60, modes: ['doorstep', 'pickup', 'workshop'] };
const receipt = {
  ...{ id: 'b1', number: '5a6b7c8d', status: 'confirmed', booking_date: '2026-11-24', booking_time: '14:00' },
  ...{ window_end: '16:00', estimated_price: 699, pay_by: 'after_service', pay_until: null, manage_token: '' },
  repeated: false,
};

/** Answers what the page for callers asks. Call it before each test. */
export function answerCalls(): void {
  forgetCall();
  const answers = {
    'GET /rest/v1/models': { body: [] },
    'GET /rest/v1/areas': { body: [{ slug: 'kondhwa', name: 'Kondhwa' }] },
    'GET /rest/v1/area_pins': { body: [{ pin: '411048', area_slugs: ['kondhwa'] }] },
    'POST /rest/v1/rpc/get_caller': { body: vikram },
    'POST /rest/v1/rpc/get_customer': {
      body: { ...vikram, bookings: [], notes: [], calls: [], messages: [], email: null },
    },
    'GET /rest/v1/model_offers': {
      body: [
        { ...offer, package_slug: 'general-service', short_name: 'General Service', price: 1699 },
        { ...offer, package_slug: 'brake-service', short_name: 'Brake Service', price: 699 },
      ],
    },
    'POST /rest/v1/rpc/quote': { body: { total: 699, refusals: [], coupon: null, lines: [] } },
    'POST /rest/v1/rpc/hold_for_caller': { body: { free_until: '2026-11-24T06:30:00+00:00' } },
    'POST /rest/v1/rpc/release_hold': { body: { released: true } },
    'POST /rest/v1/rpc/create_booking': { body: receipt },
    'POST /rest/v1/rpc/request_callback': { body: { id: 'c1' } },
    'POST /rest/v1/rpc/find_in_office': { body: { bookings: [], customers: [], more: false } },
  };
  for (const [call, answer] of Object.entries(answers)) shop.backend.answer(call, answer);
}

/** What was sent to a function. */
export const bodies = (name: string): unknown[] =>
  shop.backend.callsOf(`POST /rest/v1/rpc/${name}`).map(({ body }) => body);

/** Opens the page and fills in the number. */
export async function callIn() {
  const page = open('/admin?view=caller');
  await fill(await screen.findByRole('textbox', { name: /Phone/ }), '9000000024');
  return page;
}
