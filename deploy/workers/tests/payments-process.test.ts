import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { silentLogger } from '../../backend/logger.ts';
import { runPayments } from '../payments/run-payments.ts';
import { paymentsOf } from '../payments/start-payments.ts';
import type { FakeRazorpay } from '../testing/fake-razorpay.ts';
import { razorpayKeys, startFakeRazorpay } from '../testing/fake-razorpay.ts';
import { bookOnline, postForm, readMoney, startPaidShop } from '../testing/pay-online.ts';
import type { TestBackend } from '../../backend/testing/test-backend.ts';
import { signUp } from '../../backend/testing/test-backend.ts';

/* `npm run payments` beside a backend that takes no payments itself, like Supabase: it has REST and Auth, the
   database is a native Postgres, and the process takes the payments. */
let site: TestBackend;
let razorpay: FakeRazorpay;
let payments: ChildProcess;
let url: string;
let settings: Record<string, string>;

before(async () => {
  razorpay = await startFakeRazorpay();
  site = await startPaidShop({ gateway: 'off' });
  settings = {
    DATABASE_URL: site.backend.databaseUrl,
    SITE_URL: 'https://twostroke.example',
    SUPABASE_URL: site.url,
    SUPABASE_ANON_KEY: site.backend.anonKey,
    TWOSTROKE_PAYMENTS_PORT: '0',
    TWOSTROKE_RAZORPAY_KEY_ID: razorpayKeys.keyId,
    TWOSTROKE_RAZORPAY_KEY_SECRET: razorpayKeys.keySecret,
    TWOSTROKE_RAZORPAY_WEBHOOK_SECRET: razorpayKeys.webhookSecret,
    TWOSTROKE_RAZORPAY_URL: razorpay.url,
  };
  payments = spawn(process.execPath, [join(import.meta.dirname, '../../commands/payments.mjs')], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    payments.stdout?.on('data', (part: Buffer) => {
      printed += String(part);
      const found = /taken at (http:\S+)\/payments\/v1/.exec(printed)?.[1];
      if (found) resolve(found);
    });
    payments.once('exit', (code) => reject(new Error(`It ended with ${code}: ${printed}`)));
  });
});
after(async () => {
  if (payments.exitCode === null && payments.signalCode === null) {
    payments.kill('SIGTERM');
    await once(payments, 'exit');
  }
  await site.stop();
  await razorpay.close();
});

async function order(body: object, bearer = site.backend.anonKey): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${url}/payments/v1/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Json };
}
type Json = Record<string, unknown>;

async function hear({ body, signature }: { body: string; signature: string }): Promise<number> {
  const response = await fetch(`${url}/payments/v1/webhooks/razorpay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature },
    body,
  });
  return response.status;
}

const orderOf = async (payment: unknown): Promise<string> => {
  const [row] = await site.backend.sql<{ order: string }[]>`
    select provider_order_id as order from public.payments where id = ${String(payment)}`;
  return row?.order ?? '';
};

test('an order, a payment and a signed webhook confirm a booking', async () => {
  const booking = await bookOnline(site.client());
  const { id, manage_token } = booking;
  assert.equal((await order({ booking: id })).status, 404);
  const ordered = await order({ booking: id, manage_token });
  assert.equal(ordered.status, 200, JSON.stringify(ordered.body));
  const { payment, checkout } = ordered.body;
  const page = await (await fetch(`${url}${String(checkout)}`)).text();
  assert.match(page, /₹999/);
  assert.ok(page.includes(`https://twostroke.example/payments/v1/callback/${String(payment)}`));

  const paid = razorpay.pay(await orderOf(payment), 'captured');
  const told = razorpay.webhook('payment.captured', paid);
  // The signature is over the raw body: the same JSON with one more space has another signature.
  assert.equal(await hear({ ...told, body: `${told.body} ` }), 400);
  assert.equal((await readMoney(site, booking)).status, 'pending_payment');
  assert.equal(await hear(told), 200);
  const { status, payment: money } = await readMoney(site, booking);
  assert.deepEqual([status, money.status, money.paid], ['confirmed', 'paid', 999]);
  assert.equal(await hear(told), 200);
  assert.equal((await readMoney(site, booking)).payment.paid, 999);
});

test('a customer who returns with a valid signature is sent to their booking', async () => {
  const booking = await bookOnline(site.client());
  const { body } = await order({ booking: booking.id, manage_token: booking.manage_token });
  const stored = await orderOf(body['payment']);
  const paid = razorpay.pay(stored, 'authorized');
  const back = (signature: string) =>
    postForm(`${url}/payments/v1/callback/${String(body['payment'])}`, {
      razorpay_payment_id: paid.id,
      razorpay_order_id: stored,
      razorpay_signature: signature,
    });
  assert.equal((await back('0'.repeat(64))).status, 400);
  const answer = await back(razorpay.signCheckout(stored, paid.id));
  assert.equal(answer.status, 303);
  assert.equal((await readMoney(site, booking)).status, 'confirmed');
});

test('an account can order only its own booking, with a token that Supabase checks', async () => {
  const tokenOf = async (person: Awaited<ReturnType<typeof signUp>>) =>
    (await person.client.auth.getSession()).data.session?.access_token ?? '';
  const [asha, ravi] = [await signUp(site), await signUp(site)];
  const { id: booking } = await bookOnline(asha.client);
  const token = await tokenOf(asha);
  assert.equal((await order({ booking }, await tokenOf(ravi))).status, 404);
  const forged = await order({ booking }, `${token.slice(0, -4)}AAAA`);
  assert.deepEqual([forged.status, forged.body['hint']], [401, 'signed_out']);
  assert.equal((await order({ booking }, token)).status, 200);
});

test('answers only payment paths, within the call limits', async () => {
  assert.equal((await fetch(`${url}/rest/v1/models`)).status, 404);
  assert.equal((await fetch(`${url}/auth/v1/health`)).status, 404);
  const large = await hear({ body: 'x'.repeat(300 * 1024), signature: '' });
  assert.equal(large, 413);
});

test('without its settings the process names what is missing', async () => {
  const without = (name: string) => runPayments({ ...settings, [name]: undefined }, silentLogger);
  await assert.rejects(without('DATABASE_URL'), /^Error: DATABASE_URL is missing/);
  await assert.rejects(without('SITE_URL'), /^Error: SITE_URL is missing/);
  await assert.rejects(without('SUPABASE_ANON_KEY'), /^Error: SUPABASE_URL and SUPABASE_ANON_KEY are missing/);
  await assert.rejects(without('TWOSTROKE_RAZORPAY_KEY_ID'), /needs TWOSTROKE_RAZORPAY_KEY_ID too/);
  const none = Object.fromEntries(Object.entries(settings).filter(([name]) => !name.includes('RAZORPAY')));
  await assert.rejects(runPayments(none, silentLogger), /^Error: The keys of Razorpay are missing/);
});

test('the environment names the gateway, and an incomplete key is rejected', () => {
  assert.equal(paymentsOf({}, true).gateway, 'local');
  assert.equal(paymentsOf({}, false).gateway, 'off');
  assert.throws(
    () => paymentsOf({ TWOSTROKE_RAZORPAY_KEY_ID: 'x' }, true),
    /KEY_SECRET and TWOSTROKE_RAZORPAY_WEBHOOK_SECRET/,
  );
});

test('SIGTERM closes it cleanly', async () => {
  payments.kill('SIGTERM');
  assert.deepEqual(await once(payments, 'exit'), [0, null]);
});
