import { fakeBackend, type FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { fakeRealtime } from '@twostroke/shared/testing/fake-realtime';
import { renderPage } from '@twostroke/shared/testing/render-page';
import * as page from '../pages/my-bookings.tsx';
import { booking, done, freeTimes, later, session, terms, workDone } from './my-bookings-fixtures.ts';
import { otherWork } from './other-work.ts';

const mockLoadSupabase = () => my.realtime.loadSupabase();
jest.mock('@twostroke/shared/client', () => ({
  ...jest.requireActual<object>('@twostroke/shared/client'),
  loadSupabase: () => mockLoadSupabase(),
}));

interface MyBookings {
  rows: (typeof booking)[];
  payments: Record<string, object>;
  rain: boolean;
  /** Booking whose other work is asked about. */
  askedAbout: string | null;
  cancelAnswer: FakeAnswer;
  moveAnswer: () => FakeAnswer;
  backend: ReturnType<typeof fakeBackend>;
  realtime: ReturnType<typeof fakeRealtime>;
}

/** The bookings of the signed-in user and their backend: tests change them before or while the page is open. */
export const my = {} as MyBookings;

export function open(url = '/my-bookings') {
  return renderPage(page, { path: '/my-bookings', url, session });
}

/** Before each test: two bookings to come and one that is done. */
export function resetMyBookings(): void {
  my.realtime = fakeRealtime();
  my.rows = [later, booking, done];
  my.payments = {};
  my.rain = false;
  my.askedAbout = null;
  my.cancelAnswer = { body: { status: 'cancelled' } };
  my.moveAnswer = () => ({ body: {} });
  my.backend = fakeBackend({
    'GET /rest/v1/service_bookings': () => ({ body: my.rows }),
    'POST /rest/v1/rpc/get_booking': ({ body }) => {
      const { booking: id } = body as { booking: string };
      const open = my.rows.some((row) => row.id === id && row.status === 'confirmed');
      const standing = { ...terms, can_cancel: open, can_move: open, can_pick_up: open && my.rain, weather: my.rain };
      const money = {
        terms: standing,
        payment: my.payments[id],
        item_question: id === my.askedAbout ? otherWork : null,
      };
      return { body: { id, ...money, handover_code: open ? '4821' : null, checklist: open ? [] : workDone } };
    },
    'POST /rest/v1/rpc/cancel_booking': () => my.cancelAnswer,
    'POST /rest/v1/rpc/list_slots': { body: freeTimes },
    'POST /rest/v1/rpc/reschedule_booking': () => my.moveAnswer(),
    'POST /rest/v1/rpc/answer_extra_work': { body: {} },
  });
}
