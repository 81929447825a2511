import { screen, within } from '@testing-library/react';
import { forgetQueries } from '@twostroke/shared/api/use-query';
import type { SlotHost } from '@twostroke/shared/state';
import { buildPayment } from '@twostroke/shared/testing/build-payment';
import { fakeBackend, type FakeAnswer, type FakeCall } from '@twostroke/shared/testing/fake-backend';
import { fakeRealtime } from '@twostroke/shared/testing/fake-realtime';
import { renderPage } from '@twostroke/shared/testing/render-page';
import type { Board, BoardJob } from '../model/board-job.ts';
import type { Colleague } from '../model/colleagues.ts';
import type { Duty } from '../model/duty.ts';
import * as page from '../pages/admin.tsx';
import { forgetCallerAhead } from '../pages/views/load-caller.ts';
import { cardOf } from './card-of.ts';
import { today, tomorrow, type ShopBooking } from './shop-bookings.ts';

const mockLoadSupabase = () => shop.realtime.loadSupabase();
jest.mock('@twostroke/shared/client', () => ({
  ...jest.requireActual<object>('@twostroke/shared/client'),
  loadSupabase: () => mockLoadSupabase(),
}));

const session = {
  status: 'signed-in',
  user: { id: 'admin-1', email: 'a@example.com', phone: null, fullName: null },
  isAdmin: true,
} as const;

const transitions = [
  ['confirmed', 'assigned'],
  ['confirmed', 'cancelled'],
  ['assigned', 'on_the_way'],
  ['assigned', 'picked_up'],
  ['assigned', 'no_show'],
  ['on_the_way', 'assigned'],
  ['on_the_way', 'inspecting'],
  ['inspecting', 'on_the_way'],
  ['inspecting', 'in_service'],
  ['in_service', 'quality_check'],
  ['quality_check', 'in_service'],
  ['inspecting', 'awaiting_approval'],
  ['quality_check', 'ready'],
  ['ready', 'completed'],
].map(([from_status, to_status = '']) => ({
  from_status,
  to_status,
  modes: { on_the_way: ['doorstep'], picked_up: ['pickup'] }[to_status] ?? null,
}));
interface StoredAlert {
  order_id: string;
  created_at: string;
  read_at: string | null;
}

const todaysRules = { visit_fee: 200, no_show_minutes: 15, late_minutes: 60, late_credit: 100 };
const freeTerms = { cancel_fee: 0, cancel_credit: 0, move_fee: 0, move_credit: 0 };

/** The state of the shop's backend: tests change it before or while a page is open. */
export const shop = {
  bookings: [] as ShopBooking[],
  payment: {} as object,
  terms: freeTerms,
  rules: todaysRules,
  numberProven: true,
  inspection: [] as object[],
  missingOil: null as object | null,
  /** More of what get_booking answers. */
  details: {} as object,
  /** Of the person at the screen; null: it has ended. */
  duty: 'owner' as Duty | null,
  colleagues: [] as Colleague[],
  /** Names of people who are not here on the day of the board. */
  away: [] as string[],
  /** Days off in the week. */
  absences: [] as { user_id: string; day: string }[],
  alerts: [] as StoredAlert[],
  /** What the board says of a booking besides what the booking has, by its id. */
  onBoard: {} as Readonly<Record<string, Partial<BoardJob>>>,
  /** The lines that the job card will have. */
  plan: [] as object[],
  /** The note of weather mode, while it is on. */
  rain: null as string | null,
  backend: fakeBackend({}),
  realtime: fakeRealtime(),
};

function answerBookings({ query }: FakeCall): FakeAnswer {
  const ids = query.get('id');
  return { body: shop.bookings.filter(({ id }) => ids === null || ids.includes(id)) };
}

function answerBoard({ body }: FakeCall): FakeAnswer {
  const { day, changed } = body as { day: string; changed?: string[] };
  const asked = shop.bookings.filter(({ id }) => changed?.includes(id) ?? true);
  const cards = asked.map((booking) => ({ ...cardOf(booking), ...shop.onBoard[booking.id] }));
  const board: Board = {
    bookings: cards.filter(({ booking_date }) => booking_date === day),
    elsewhere: cards.filter(({ booking_date }) => booking_date !== day),
    away: shop.away,
    waiting_elsewhere: [],
    unlisted: 0,
  };
  return { body: board };
}

/** The rows of one booking, as their own table answers them. */
function partsOf(part: 'booking_events' | 'booking_checklist' | 'message_outbox') {
  return ({ query }: FakeCall): FakeAnswer => {
    const id = query.get('booking_id')?.replace('eq.', '');
    return { body: shop.bookings.find((booking) => booking.id === id)?.[part] ?? [] };
  };
}

export function open(url = '/admin?date=2026-11-21', slotHost?: SlotHost) {
  return renderPage(page, { path: '/admin', url, session, ...(slotHost && { slotHost }) });
}

/** Opens the sheet of today's booking and answers its queries. */
export async function openSheet() {
  open(`/admin?date=${today.booking_date}&booking=${today.id}`);
  return within(await screen.findByRole('dialog', { name: `Booking ${today.number}` }));
}

/** Asked for a call. */
export const ravi = {
  ...{ id: 'call-1', kind: 'unlisted_bike', name: 'Ravi', phone: '+919822012345', bike: 'Jawa 42', pin: null },
  ...{ message: null, created_at: '2026-11-20T04:42:00+00:00', tries: 0, tried_at: null },
};

/** The answer of list_slots: one free window. */
export const freeTimes = {
  today: '2026-11-20',
  minutes: 105,
  windows: 1,
  two_day: false,
  last_day: '2026-11-24',
  days: [
    {
      date: '2026-11-24',
      closed: null,
      note: null,
      windows: [{ start: '14:00', end: '16:00', free: 1, places: 3, why: null }],
    },
  ],
};

beforeEach(() => {
  forgetQueries();
  forgetCallerAhead();
  const backend = fakeBackend({
    'GET /rest/v1/staff_bookings': answerBookings,
    'POST /rest/v1/rpc/list_board': answerBoard,
    'GET /rest/v1/notification_logs': ({ query }) => ({
      body: shop.alerts.filter(({ read_at }) => read_at === null || !query.has('read_at')),
    }),
    'PATCH /rest/v1/notification_logs': ({ query }) => {
      const id = query.get('order_id')?.replace('eq.', '');
      const isMeant = (alert: StoredAlert) => id === undefined || alert.order_id === id;
      const read_at = '2026-11-21T11:00:00+05:30';
      shop.alerts = shop.alerts.map((alert) => (isMeant(alert) ? { ...alert, read_at } : alert));
      return { body: [] };
    },
    'GET /rest/v1/staff_events': partsOf('booking_events'),
    'GET /rest/v1/booking_checklist': partsOf('booking_checklist'),
    'GET /rest/v1/message_outbox': partsOf('message_outbox'),
    'GET /rest/v1/colleagues': () => ({ body: shop.colleagues }),
    'POST /rest/v1/rpc/my_duty': () => ({ body: shop.duty }),
    'POST /rest/v1/rpc/get_booking': ({ body }) => ({
      body: {
        extra_work: shop.bookings.find(({ id }) => id === (body as { booking: string }).booking)?.extra_work ?? [],
        ...{ payment: shop.payment, terms: shop.terms, shop: shop.rules, number_proven: shop.numberProven },
        inspection: shop.inspection,
        missing_oil: shop.missingOil,
        ...shop.details,
      },
    }),
    'POST /rest/v1/rpc/list_places': {
      body: [
        { mode: 'doorstep', starts: '11:00:00', ends: '13:00:00', places: 3, taken: 1 },
        { mode: 'pickup', starts: '11:00:00', ends: '13:00:00', places: 0, taken: 0 },
        { mode: 'workshop', starts: '11:00:00', ends: '13:00:00', places: 0, taken: 0 },
      ],
    },
    'GET /rest/v1/closures': { body: [] },
    'GET /rest/v1/staff_absences': () => ({ body: shop.absences }),
    'GET /rest/v1/business_hours': {
      body: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens: '09:00:00', closes: '19:00:00' })),
    },
    'GET /rest/v1/planned_job_lines': () => ({ body: shop.plan }),
    'GET /rest/v1/staff_waitlist': { body: [] },
    'GET /rest/v1/weather_days': () => ({ body: shop.rain ? [{ date: '2026-11-21', note: shop.rain }] : [] }),
    'GET /rest/v1/arrival_windows': {
      body: ['09', '11', '14', '16'].map((hour) => ({
        weekday: 6,
        starts: `${hour}:00:00`,
        ends: `${+hour + 2}:00:00`,
      })),
    },
    'POST /rest/v1/rpc/set_weather_mode': ({ body }) => {
      shop.rain = (body as { note?: string }).note ?? null;
      return { body: { told: 1 } };
    },
    'GET /rest/v1/staff_callbacks': { body: [ravi] },
    'GET /rest/v1/desk_reminders': { body: [] },
    'GET /rest/v1/booking_transitions': { body: transitions },
    'POST /rest/v1/rpc/set_booking_status': { body: { status: 'assigned' } },
    'POST /rest/v1/rpc/cancel_booking': { body: { status: 'cancelled' } },
    'POST /rest/v1/rpc/propose_extra_work': { body: {} },
    'POST /rest/v1/rpc/retry_message': { body: {} },
    'POST /rest/v1/rpc/answer_extra_work': { body: {} },
    'POST /rest/v1/rpc/set_booking_fee': { body: {} },
    'POST /rest/v1/rpc/reschedule_booking': { body: {} },
    'POST /rest/v1/rpc/assign_job': { body: {} },
    'POST /rest/v1/rpc/list_slots': { body: freeTimes },
  });
  Object.assign(shop, {
    bookings: [today, tomorrow],
    payment: buildPayment({ due: 1699, agreed: 1699, work: 1699, total: 1699 }),
    terms: freeTerms,
    rules: todaysRules,
    numberProven: true,
    inspection: [],
    missingOil: null,
    details: {},
    duty: 'owner',
    colleagues: [],
    away: [],
    absences: [],
    alerts: [],
    onBoard: {},
    plan: [],
    rain: null,
    backend,
    realtime: fakeRealtime(),
  });
});
