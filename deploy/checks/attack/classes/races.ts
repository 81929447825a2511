import { randomUUID } from 'node:crypto';
import { job } from '../../../backend/testing/attacked-shop.ts';
import { argumentsFor, prepared, reportToken } from '../../../backend/testing/attacked-functions.ts';
import type { JsonObject } from '../../../supabase/tests/open-database.ts';
import { proveNumber } from '../../../supabase/tests/booking-request.ts';
import type { AttackCase, AttackClass } from '../attack-class.ts';
import type { AttackedSite, Attacker } from '../open-attacked-site.ts';
import { checkAnswer, sendAttack } from '../send-attack.ts';

/** How many do the same thing at the same moment. */
const crowd = 12;

/** What may happen once, requested by a crowd. */
export const races: AttackClass = {
  name: 'races',
  cases: (site) => {
    const { sql } = site.shop.site.backend;
    const receivedPaise = async (id: string): Promise<number | undefined> => {
      const [row] = await sql<{ paise: number }[]>`
        select sum(captured_paise)::int as paise from public.payments where booking_id = ${id}`;
      return row?.paise;
    };
    const once = (tries: string, run: () => Promise<void>): AttackCase => ({ tries, run, changesOwnRows: true });
    return [
      once('the last places of a window are sold once', async () => {
        const { days } = (await site.shop.visitor.rpc('list_slots', { ...job, days: 31 })).data as Slots;
        const day = days.at(-2);
        const window = day?.windows.findLast(({ free }) => free > 0);
        if (!day || !window) throw new Error('no window is free');
        const statuses = await together(site, 'create_booking', 'customer', () => ({
          request: wish({ date: day.date, time: window.start }),
        }));
        equal(count(statuses, 200), window.free, 'bookings');
        const { days: left } = (await site.shop.visitor.rpc('list_slots', { ...job, days: 31 })).data as Slots;
        const now = left.find(({ date }) => date === day.date)?.windows.find(({ start }) => start === window.start);
        equal(now?.free ?? 0, 0, 'free places');
      }),
      once('one request books once', async () => {
        const request = { ...wish(await firstFree(site)), request_id: randomUUID() };
        equal(count(await together(site, 'create_booking', 'visitor', () => ({ request })), 200), crowd, 'answers');
        const rows =
          await sql`select 1 from public.service_bookings where request_id = private.kept_request(${request.request_id})`;
        equal(rows.length, 1, 'bookings');
      }),
      once('a coupon for the first booking counts once', async () => {
        const phone = '+919822077055';
        const proof = await proveNumber(sql, phone);
        const items = [{ id: 'general-service', quantity: 1 }];
        await together(site, 'create_booking', 'visitor', async () => ({
          request: wish({ ...(await firstFree(site)), items, phone, proof, coupon: 'FIRST100', expected_total: 1599 }),
        }));
        const rows = await sql`
          select 1 from public.service_bookings where phone = ${phone} and coupon_code = 'FIRST100'`;
        equal(rows.length, 1, 'discounts');
      }),
      once('a refund is recorded once', async () => {
        const { booked, line } = await prepared(site.shop, 'finish_refund');
        const args = await argumentsFor(site.shop, 'finish_refund', booked, line);
        await together(site, 'finish_refund', 'boss', () => args);
        const [row] = await sql<{ refunds: number; events: number }[]>`
          select (select count(*)::int from public.refunds where booking_id = ${booked.id} and status = 'done') as refunds,
            (select count(*)::int from public.booking_events
              where booking_id = ${booked.id} and kind::text like '%refund%') as events`;
        equal(row?.refunds, 1, 'refunds');
        equal((row?.events ?? 0) <= 1, true, 'at most one event');
      }),
      once('cash is not recorded beyond what is due', async () => {
        const { id } = await site.shop.book(site.shop.customer.client);
        const cash = { booking: id, amount: 999, method: 'cash' };
        equal(count(await together(site, 'record_payment', 'boss', () => cash), 200), 1, 'answers');
        equal(await receivedPaise(id), 99_900, 'paise');
      }),
      once('one approval code of the card terminal is one payment', async () => {
        const { id } = await site.shop.book(site.shop.customer.client);
        const card = { booking: id, amount: 300, method: 'card', terminal_reference: '00471B' };
        equal(count(await together(site, 'record_payment', 'boss', () => card), 200), crowd, 'answers');
        equal(await receivedPaise(id), 30_000, 'paise');
      }),
      once('a booking is cancelled once', async () => {
        const { id, manage_token } = await site.shop.book(site.shop.visitor);
        await together(site, 'cancel_booking', 'visitor', () => ({ booking: id, manage_token }));
        const rows = await sql`
          select 1 from public.booking_events where booking_id = ${id} and to_status = 'cancelled'`;
        equal(rows.length, 1, 'events');
      }),
      once('cancelling and moving at once leave one state', async () => {
        const { id, manage_token } = await site.shop.book(site.shop.visitor);
        const { date, time } = await firstFree(site);
        await Promise.all([
          together(site, 'cancel_booking', 'visitor', () => ({ booking: id, manage_token })),
          together(site, 'reschedule_booking', 'visitor', () => ({ booking: id, manage_token, date, start: time })),
        ]);
        const [row] = await sql<{ status: string; seats: number }[]>`
          select b.status::text, (select count(*)::int from public.booking_places p where p.booking_id = b.id) as seats
          from public.service_bookings b where b.id = ${id}`;
        equal([row?.status, row?.seats].join(), 'cancelled,0', 'state');
      }),
      once('a token for reports is used once', async () => {
        const token = await reportToken(site.shop);
        const events = [{ kind: 'visit', app: 'shell', version: '1.0.0', name: 'visit' }];
        const before = await sql`select 1 from public.client_reports`;
        await together(site, 'report_client_events', 'visitor', () => ({ events, token }));
        equal((await sql`select 1 from public.client_reports`).length - before.length <= 1, true, 'at most one report');
      }),
      once('a sign-in code gives one session', async () => {
        const phone = '+919822077066';
        const auth = (path: string, body: object) =>
          sendAttack(site, { method: 'POST', path: `/auth/v1/${path}`, body, headers: { authorization: '' } });
        equal((await auth('otp', { phone })).status, 200, 'requests');
        const token = site.shop.site.sms.findLast(({ to }) => to === phone)?.values['code'] ?? '';
        const answers = await Promise.all(times(() => auth('verify', { phone, token, type: 'sms' })));
        equal(count(answers, 200), 1, 'sessions');
      }),
      once('a refresh token gives sessions of one family only', async () => {
        const { data } = await site.shop.deputy.client.auth.getSession();
        const body = { refresh_token: data.session?.refresh_token };
        const path = '/auth/v1/token?grant_type=refresh_token';
        const answers = await Promise.all(times(() => sendAttack(site, { method: 'POST', path, body })));
        const sessions = answers
          .filter(({ status }) => status === 200)
          .map((answer) => sessionOf((JSON.parse(answer.body) as { access_token: string }).access_token));
        equal(new Set(sessions).size, 1, 'sessions');
      }),
      once('five tries of a handover code are five, also at once', async () => {
        const { id } = await site.shop.book(site.shop.customer.client);
        await sql`update public.service_bookings set status = 'ready', booking_date = private.today() where id = ${id}`;
        await sql`update private.handover_codes set code = '4711' where booking_id = ${id}`;
        await together(site, 'set_booking_status', 'boss', (at) => ({
          ...{ booking: id, to_status: 'completed', handover_code: String(1000 + at) },
        }));
        const [row] = await sql<{ tries: number }[]>`
          select wrong_tries as tries from private.handover_codes where booking_id = ${id}`;
        equal(row?.tries, 5, 'tries');
      }),
    ];
  },
};

interface Slots {
  days: { date: string; windows: { start: string; free: number }[] }[];
  first_free: { date: string; start: string };
}

let phones = 9_822_100_000;
const wish = (changes: JsonObject) => ({
  ...job,
  ...{ request_id: randomUUID(), name: 'Asha Kulkarni', phone: String((phones += 1)) },
  ...{ vehicle_number: 'MH 12 ZZ 0042', expected_total: 999 },
  ...changes,
});

async function firstFree({ shop }: AttackedSite): Promise<{ date: string; time: string }> {
  const { first_free } = (await shop.visitor.rpc('list_slots', { ...job, days: 31 })).data as Slots;
  return { date: first_free.date, time: first_free.start };
}

/** Calls a function as often as the crowd is large, at once. */
async function together(
  site: AttackedSite,
  name: string,
  as: Attacker,
  args: (at: number) => JsonObject | Promise<JsonObject>,
): Promise<{ status: number }[]> {
  const bodies = await Promise.all(times(args));
  const answers = await Promise.all(
    bodies.map((body) => sendAttack(site, { as, method: 'POST', path: `/rest/v1/rpc/${name}`, body })),
  );
  const sees = [...site.foreign.values()];
  for (const answer of answers) checkAnswer(site, answer, 'harmless', { sees });
  return answers;
}

const times = <T>(work: (at: number) => T): T[] => Array.from({ length: crowd }, (_, at) => work(at));
const count = (answers: { status: number }[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length;
const sessionOf = (token: string): unknown =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JsonObject)['session_id'];

function equal(got: unknown, wanted: unknown, what: string): void {
  if (got !== wanted) throw new Error(`${what}: ${String(got)} instead of ${String(wanted)}`);
}
