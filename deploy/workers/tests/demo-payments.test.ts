import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OnlineBooking } from '../testing/pay-online.ts';
import { bookOnline, orderOnline, postForm, readMoney, startPaidShop, storedOrder } from '../testing/pay-online.ts';
import type { TestBackend } from '../../backend/testing/test-backend.ts';

let site: TestBackend;
before(async () => {
  site = await startPaidShop({ gateway: 'local' });
});
after(() => site.stop());

/** A booking whose checkout is open. */
async function atCheckout(): Promise<{ booking: OnlineBooking; payment: string; cookie: string }> {
  const booking = await bookOnline(site.client());
  const { body, headers } = await orderOnline(site, { booking: booking.id, manage_token: booking.manage_token });
  assert.equal(body['demo'], true);
  return { booking, payment: String(body['payment']), cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
}
const press = (payment: string, outcome: string): Promise<Response> =>
  postForm(`${site.url}/payments/v1/local/${payment}`, { outcome });
/** Hidden fields of the form on a page. */
const fieldsOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
/** Makes the demonstration's late answer due. */
const bankTells = (): Promise<unknown> =>
  site.backend.sql.begin(async (tx) => {
    await tx`update backend.local_payments set settled_at = now()`;
    await tx`update backend.local_webhooks set due_at = now()`;
  });
/** Makes the payment deadline of a booking pass. */
const timeIsOver = ({ id }: OnlineBooking): Promise<unknown> =>
  site.backend.sql.begin(async (tx) => {
    await tx`update public.service_bookings set pay_until = now() where id = ${id}`;
    await tx`update public.booking_places set held_until = now() where booking_id = ${id}`;
  });

test('the start of a payment runs on connections that may become callers only', async () => {
  await site.backend.sql
    .unsafe(
      `create function public.reject_payment() returns trigger language plpgsql as
        $$ begin raise 'started as %', session_user; end $$;
      create trigger api_only before insert on public.payments
        for each row when (session_user !~ '^authenticator_[0-9a-f]{12}$') execute function public.reject_payment();`,
    )
    .simple();
  const { payment } = await atCheckout();
  assert.match(payment, /^[0-9a-f-]{36}$/);
});

test('the checkout of a demo shop is marked as a demo, and is plain HTML that no other page can frame', async () => {
  const { data } = await site.client().from('shop').select('payment_provider').single();
  assert.deepEqual(data, { payment_provider: 'local' });
  const { payment, booking } = await atCheckout();
  const response = await fetch(`${site.url}/payments/v1/checkout/${payment}`);
  const html = await response.text();
  assert.match(html, /Demo payment: no money moves/);
  assert.match(html, /<button name="outcome" value="paid">Pay ₹999<\/button>/);
  // The colours of the design system, in both themes.
  assert.match(html, /--plate:#f9c513;/);
  assert.match(html, /prefers-color-scheme:dark\)\{:root\{--wall:#0e1513;/);
  assert.doesNotMatch(html, /<script|https?:\/\/|onclick/);
  for (const secret of [booking.manage_token, booking.id, 'Asha']) assert.equal(html.includes(secret), false);
  assert.match(
    response.headers.get('content-security-policy') ?? '',
    /form-action 'self'; base-uri 'none'; frame-ancestors 'none'/,
  );
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal((await fetch(`${site.url}/payments/v1/checkout/${booking.id}`)).status, 404);
  assert.equal((await press(payment, 'everything')).status, 303);
});

test('a signature from the browser and the webhooks record one payment', async () => {
  const { booking, payment, cookie } = await atCheckout();
  const done = await press(payment, 'paid');
  const fields = fieldsOf(await done.text());
  assert.equal(fields['razorpay_order_id'], await storedOrder(site, payment));
  const back = await postForm(`${site.url}/payments/v1/callback/${payment}`, fields);
  assert.equal(back.headers.get('location'), `/payments/v1/return/${payment}`);
  const home = await fetch(`${site.url}/payments/v1/return/${payment}`, { redirect: 'manual', headers: { cookie } });
  assert.equal(home.headers.get('location'), `/book-service#manage=${booking.manage_token}`);
  await site.backend.reconcilePayments();
  const money = await readMoney(site, booking);
  assert.deepEqual([money.status, money.payment.status, money.payment.payments.length], ['confirmed', 'paid', 1]);
  assert.deepEqual(
    [...(await site.backend.sql`select 1 from backend.local_webhooks`)],
    [],
    'all webhooks were applied',
  );
  assert.equal((await press(payment, 'paid')).status, 303, 'a page that is still open cannot pay again');
});

test('webhooks alone confirm a payment when the browser was closed', async () => {
  const { booking, payment } = await atCheckout();
  await press(payment, 'paid');
  await site.backend.reconcilePayments();
  assert.equal((await readMoney(site, booking)).status, 'confirmed');
});

test('a webhook that arrives twice is applied once', async () => {
  const { booking, payment } = await atCheckout();
  await press(payment, 'twice');
  await site.backend.reconcilePayments();
  const money = await readMoney(site, booking);
  assert.deepEqual([money.status, money.payment.paid, money.payment.payments.length], ['confirmed', 999, 1]);
  const events = await site.backend.sql<{ kind: string }[]>`
    select kind from public.payment_events e where e.payment_id = ${payment} and kind = 'payment.captured'`;
  assert.equal(events.filter(({ kind }) => kind === 'payment.captured').length, 1);
});

test('a webhook that was not accepted is sent again', async () => {
  const { booking, payment } = await atCheckout();
  const { sql } = site.backend;
  await sql`alter table public.payment_events add constraint closed check (false) not valid`;
  try {
    await press(payment, 'paid');
    await site.backend.reconcilePayments();
    const [waiting] = await sql`select count(*)::int as n, min(tries) as tries from backend.local_webhooks`;
    assert.deepEqual([Number(waiting?.['n']) > 0, Number(waiting?.['tries']) > 0], [true, true]);
    assert.equal((await readMoney(site, booking)).status, 'pending_payment');
  } finally {
    await sql`alter table public.payment_events drop constraint closed`;
  }
  await bankTells();
  await site.backend.reconcilePayments();
  assert.equal((await readMoney(site, booking)).status, 'confirmed');
});

test('after a declined card the same order can be paid', async () => {
  const { booking, payment } = await atCheckout();
  assert.match(await (await press(payment, 'refused')).text(), /The card was refused/);
  await site.backend.reconcilePayments();
  const money = await readMoney(site, booking);
  assert.deepEqual([money.status, money.payment.payments[0]?.status], ['pending_payment', 'failed']);
  const again = await orderOnline(site, { booking: booking.id, manage_token: booking.manage_token });
  assert.equal(again.body['payment'], payment);
  await press(payment, 'paid');
  await site.backend.reconcilePayments();
  assert.equal((await readMoney(site, booking)).status, 'confirmed');
});

test('a late payment restores an expired booking when its time is still free', async () => {
  const { booking, payment } = await atCheckout();
  assert.match(await (await press(payment, 'late')).text(), /The bank is not sure yet/);
  await site.backend.reconcilePayments();
  assert.equal((await readMoney(site, booking)).status, 'pending_payment');
  await timeIsOver(booking);
  await site.backend.reconcilePayments();
  assert.equal((await readMoney(site, booking)).status, 'expired');
  await bankTells();
  await site.backend.reconcilePayments();
  const money = await readMoney(site, booking);
  assert.deepEqual([money.status, money.payment.status, money.payment.refunds], ['confirmed', 'paid', []]);
});

test('a late payment is refunded in the same round when its time is taken', async () => {
  const { booking, payment } = await atCheckout();
  await press(payment, 'late');
  await timeIsOver(booking);
  await site.backend.reconcilePayments();
  const { sql } = site.backend;
  // That day has no free place any more.
  const [{ day } = { day: '' }] = await sql<{ day: string }[]>`
    select booking_date::text as day from public.service_bookings where id = ${booking.id}`;
  await sql`insert into public.closures values (${day}, null, 'Closed') on conflict (date) do nothing`;
  try {
    await bankTells();
    await site.backend.reconcilePayments();
  } finally {
    await sql`delete from public.closures where date = ${day} and reason = 'Closed'`;
  }
  const money = await readMoney(site, booking);
  assert.deepEqual(
    [money.status, money.payment.status, money.payment.paid, money.payment.due],
    ['expired', 'refunded', 0, 0],
  );
  assert.deepEqual(
    money.payment.refunds.map((refund) => [refund.amount_paise, refund.status]),
    [[99_900, 'done']],
  );
  const [row] = await sql`select count(*)::int as n from backend.local_refunds r join backend.local_payments p
    on p.id = r.payment_id where p.order_id = ${await storedOrder(site, payment)}`;
  assert.equal(row?.['n'], 1);
});

test('a customer who leaves the checkout without paying returns to the booking, which then expires', async () => {
  const { booking, payment, cookie } = await atCheckout();
  const home = await fetch(`${site.url}/payments/v1/return/${payment}`, { redirect: 'manual', headers: { cookie } });
  assert.equal(home.headers.get('location'), `/book-service#manage=${booking.manage_token}`);
  await timeIsOver(booking);
  await site.backend.reconcilePayments();
  const [row] = await site.backend.sql`select status from public.service_bookings where id = ${booking.id}`;
  assert.equal(row?.['status'], 'expired');
  const again = await orderOnline(site, { booking: booking.id, manage_token: booking.manage_token });
  assert.deepEqual([again.status, again.body['hint']], [409, 'expired']);
});

test('a shop that is not a demo and has no gateway offers no online payment', async () => {
  const other = await startPaidShop({ gateway: 'off' });
  try {
    const { data } = await other.client().from('shop').select('payment_provider').single();
    assert.deepEqual(data, { payment_provider: null });
    const booking = await bookOnline(other.client(), { payment: 'after_service' });
    const rejected = await orderOnline(other, { booking: booking.id, manage_token: booking.manage_token });
    assert.deepEqual([rejected.status, rejected.body['hint']], [404, 'not_offered']);
  } finally {
    await other.stop();
  }
});
