import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, test } from 'node:test';
import { silentLogger } from '../../backend/logger.ts';
import { startPaymentInDatabase } from '../payments/start-payment.ts';
import { startPayments } from '../payments/start-payments.ts';
import { loadSecrets } from '../../backend/secrets/backend-secrets.ts';
import { razorpayKeys } from '../testing/fake-razorpay.ts';
import { bookOnline, orderOnline, readMoney } from '../testing/pay-online.ts';
import { startRazorpayShop } from '../testing/razorpay-shop.ts';
import { signUp } from '../../backend/testing/test-backend.ts';

const { site, razorpay, ordered, hear, callback, everything, cancelled, tryAgain, close } = await startRazorpayShop();
afterEach(() => {
  razorpay.trouble = 'none';
  razorpay.slowRefunds = false;
});
after(close);

test('a guest pays by order, checkout and signature, and returns to the booking by its link', async () => {
  const { booking, payment, order, cookie } = await ordered();
  assert.equal(razorpay.orders.get(order)?.amount, 99_900);
  assert.match(cookie, /^ts_pay=.*; Path=\/payments\/v1\/return; Max-Age=3600; HttpOnly; SameSite=Lax$/);
  const checkout = await fetch(`${site.url}/payments/v1/checkout/${payment}`);
  const html = await checkout.text();
  assert.equal(checkout.status, 200);
  const policy = checkout.headers.get('content-security-policy') ?? '';
  assert.match(policy, new RegExp(`^default-src 'none'; style-src 'sha256-[^']+'; form-action ${razorpay.url};`));
  assert.doesNotMatch(html, /<script/);
  assert.ok(html.includes(`action="${razorpay.url}/v1/checkout/embedded"`));
  assert.ok(html.includes(`name="order_id" value="${order}"`));
  assert.ok(html.includes(`name="callback_url" value="${site.url}/payments/v1/callback/${payment}"`));
  assert.equal(html.includes(booking.manage_token), false);

  const { id } = razorpay.pay(order, 'captured');
  const fields = {
    razorpay_payment_id: id,
    razorpay_order_id: order,
    razorpay_signature: razorpay.signCheckout(order, id),
  };
  const back = await callback(payment, fields, cookie.split(';')[0]);
  assert.deepEqual([back.status, back.headers.get('location')], [303, `/payments/v1/return/${payment}`]);
  const money = await readMoney(site, booking);
  assert.deepEqual(
    [money.status, money.payment.status, money.payment.payments[0]?.method],
    ['confirmed', 'paid', 'netbanking'],
  );
  const away = (sent: string): Promise<Response> =>
    fetch(`${site.url}/payments/v1/return/${payment}`, { redirect: 'manual', headers: { cookie: sent } });
  const home = await away(cookie.split(';')[0] ?? '');
  assert.equal(home.headers.get('location'), `/book-service#manage=${booking.manage_token}`);
  assert.match(home.headers.get('set-cookie') ?? '', /Max-Age=0/);
  // Another browser, or a cookie of another payment, gets no link.
  for (const other of ['', `ts_pay=${randomUUID()}.${booking.manage_token}`]) {
    const answer = await away(other);
    assert.equal(answer.headers.get('location'), null);
    assert.equal((await answer.text()).includes(booking.manage_token), false);
  }
});

test('a signed-in customer can pay only for their own booking', async () => {
  const [asha, ravi] = [await signUp(site), await signUp(site)];
  const booking = await bookOnline(asha.client);
  const tokenOf = async ({ client }: typeof asha): Promise<string> =>
    (await client.auth.getSession()).data.session?.access_token ?? '';
  const before = await everything();
  const other = await bookOnline(site.client());
  const attacks: [object, string?][] = [
    [{ booking: booking.id }],
    [{ booking: booking.id }, await tokenOf(ravi)],
    [{ booking: booking.id, manage_token: other.manage_token }],
    [{ booking: booking.id, manage_token: 'x' }],
    [{ booking: randomUUID() }],
  ];
  for (const [body, bearer] of attacks)
    assert.equal((await orderOnline(site, body, bearer)).status, 404, JSON.stringify(body));
  assert.equal((await orderOnline(site, { booking: booking.id }, 'forged.token.here')).status, 401);
  for (const broken of [{}, { booking: 7 }, { booking: `${booking.id}'` }, { booking: booking.id.slice(1) }])
    assert.equal((await orderOnline(site, broken)).status, 422, JSON.stringify(broken));
  const { status, body, headers } = await orderOnline(
    site,
    { booking: booking.id, amount_paise: 1 },
    await tokenOf(asha),
  );
  assert.deepEqual([status, body['amount_paise'], headers.get('set-cookie')], [200, 99_900, null]);
  const home = await fetch(`${site.url}/payments/v1/return/${String(body['payment'])}`, { redirect: 'manual' });
  assert.equal(home.headers.get('location'), '/my-bookings');
  assert.notEqual(await everything(), before);
});

test('repeated and concurrent requests for an order create one order', async () => {
  const booking = await bookOnline(site.client());
  const body = { booking: booking.id, manage_token: booking.manage_token };
  const answers = await Promise.all([orderOnline(site, body), orderOnline(site, body), orderOnline(site, body)]);
  assert.equal(new Set(answers.map((answer) => answer.body['payment'])).size, 1);
  const [row] = await site.backend.sql`select count(*)::int as n from public.payments where booking_id = ${booking.id}`;
  assert.equal(row?.['n'], 1);
});

test('a forged return changes nothing, with a wrong signature, another order, another payment or another secret', async () => {
  const { payment, order } = await ordered();
  const another = await ordered();
  const { id } = razorpay.pay(another.order, 'captured');
  const right = razorpay.signCheckout(another.order, id);
  const before = await everything();
  const forged: Record<string, string>[] = [
    { razorpay_payment_id: id, razorpay_order_id: order, razorpay_signature: 'a'.repeat(64) },
    { razorpay_payment_id: id, razorpay_order_id: order, razorpay_signature: '' },
    { razorpay_payment_id: id, razorpay_order_id: order, razorpay_signature: `${right}00` },
    // Valid for the order it names, which is not the one stored for this payment.
    { razorpay_payment_id: id, razorpay_order_id: another.order, razorpay_signature: right },
    { razorpay_payment_id: `${id}x`, razorpay_order_id: order, razorpay_signature: razorpay.signCheckout(order, id) },
  ];
  for (const fields of forged) {
    const answer = await callback(payment, fields);
    assert.equal(answer.status, 400, JSON.stringify(fields));
    assert.match(await answer.text(), /Nothing was changed/);
  }
  assert.equal((await callback(randomUUID(), forged[0] ?? {})).status, 404);
  // A declined card has no signature: the customer is only redirected to the booking.
  assert.equal((await callback(payment, { 'error[code]': 'BAD_REQUEST_ERROR' })).status, 303);
  assert.equal(await everything(), before);
});

test('a webhook counts only with the signature over exactly its bytes', async () => {
  const { order } = await ordered();
  const entity = {
    id: 'pay_forged',
    order_id: order,
    amount: 99_900,
    currency: 'INR',
    status: 'captured',
    method: 'card',
  };
  const { body, signature } = razorpay.webhook('payment.captured', entity);
  const before = await everything();
  for (let index = 0; index < body.length; index += 7) {
    const changed = `${body.slice(0, index)}${body[index] === '1' ? '2' : '1'}${body.slice(index + 1)}`;
    assert.equal((await hear({ body: changed, signature })).status, 400, `byte ${index}`);
  }
  const cheaper = body.replace('99900', '00100');
  for (const forged of [
    { body: `${body} `, signature },
    { body: cheaper, signature },
    { body, signature: '' },
    { body, signature: razorpay.signCheckout(order, 'pay_forged') },
    { body, signature: `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}` },
  ]) {
    assert.equal((await hear(forged)).status, 400);
  }
  const large = razorpay.webhook('payment.captured', { ...entity, notes: 'x'.repeat(70_000) });
  assert.equal((await hear(large)).status, 413);
  assert.equal((await fetch(`${site.url}/payments/v1/webhooks/local`, { method: 'POST', body })).status, 404);
  assert.equal((await fetch(`${site.url}/payments/v1/webhooks/razorpay`)).status, 405);
  assert.equal(await everything(), before);
});

test('a webhook that is sent again, with the same event id, another or none, is applied once', async () => {
  const { booking, order } = await ordered();
  const payment = razorpay.pay(order, 'captured');
  const webhook = razorpay.webhook('payment.captured', payment);
  assert.deepEqual(await hear(webhook, 'evt_1'), { status: 200, outcome: 'applied' });
  const after = await readMoney(site, booking);
  assert.deepEqual(await hear(webhook, 'evt_1'), { status: 200, outcome: 'repeated' });
  assert.deepEqual(await hear(webhook, 'evt_2'), { status: 200, outcome: 'ignored' });
  assert.deepEqual(await hear(webhook, null), { status: 200, outcome: 'ignored' });
  assert.deepEqual(await hear(webhook, null), { status: 200, outcome: 'repeated' });
  const many = await Promise.all(Array.from({ length: 8 }, () => hear(webhook, 'evt_3')));
  assert.equal(many.filter(({ outcome }) => outcome === 'repeated').length, 7);
  assert.deepEqual(await readMoney(site, booking), after);
  assert.deepEqual([after.status, after.payment.payments.length], ['confirmed', 1]);
});

test('webhooks of foreign orders and empty ones are accepted and ignored; a wrong amount is refunded', async () => {
  const { booking, order } = await ordered();
  const payment = razorpay.pay(order, 'captured');
  const before = await everything();
  for (const [event, entity, outcome] of [
    ['payment.captured', { ...payment, order_id: 'order_of_somebody' }, 'unknown'],
    ['payment.captured', { ...payment, currency: 'USD' }, 'ignored'],
    ['payment.captured', { ...payment, amount: 2 ** 40 }, 'ignored'],
    ['payment.captured', { ...payment, amount: '99900' }, 'ignored'],
    ['refund.processed', { id: 'rfnd_x', receipt: 'not ours' }, 'unknown'],
    ['subscription.charged', {}, 'ignored'],
  ] as const) {
    assert.deepEqual(await hear(razorpay.webhook(event, entity)), { status: 200, outcome }, event);
  }
  assert.equal(await everything(), before);
  await hear(razorpay.webhook('payment.captured', { ...payment, amount: 100 }));
  const money = await readMoney(site, booking);
  assert.deepEqual(
    [money.status, money.payment.paid, money.payment.refunds[0]?.amount_paise],
    ['pending_payment', 0, 100],
  );
});

test('without a webhook the reconciler queries the order, captures what is authorised and confirms', async () => {
  for (const status of ['captured', 'authorized'] as const) {
    const { booking, order } = await ordered();
    const payment = razorpay.pay(order, status);
    await site.backend.reconcilePayments();
    const money = await readMoney(site, booking);
    assert.deepEqual([money.status, money.payment.status], ['confirmed', 'paid'], status);
    assert.equal(payment.status, 'captured');
  }
});

test('an unavailable gateway delays a payment and loses nothing', async () => {
  const { booking, payment, order } = await ordered();
  const { id } = razorpay.pay(order, 'captured');
  razorpay.trouble = 'down';
  const other = await bookOnline(site.client());
  const rejected = await orderOnline(site, { booking: other.id, manage_token: other.manage_token });
  assert.deepEqual([rejected.status, rejected.body['hint']], [503, 'gateway']);
  const fields = { razorpay_payment_id: id, razorpay_signature: razorpay.signCheckout(order, id) };
  assert.equal((await callback(payment, fields)).status, 303);
  assert.equal((await readMoney(site, booking)).payment.payments[0]?.status, 'authorized');
  await site.backend.reconcilePayments();
  razorpay.trouble = 'none';
  await site.backend.sql`update public.payments set checked_at = null`;
  await site.backend.reconcilePayments();
  assert.equal((await readMoney(site, booking)).status, 'confirmed');
  assert.equal((await orderOnline(site, { booking: other.id, manage_token: other.manage_token })).status, 200);
});

test('a refund whose answer was lost is requested again and made once', async () => {
  await site.backend.reconcilePayments();
  const made = razorpay.refunds.size;
  const booking = await cancelled();
  razorpay.trouble = 'answer lost';
  await site.backend.reconcilePayments();
  assert.equal((await readMoney(site, booking)).payment.status, 'refund_due');
  const asked = razorpay.asked.length;
  await site.backend.reconcilePayments();
  assert.equal(
    razorpay.asked.slice(asked).filter((path) => path.includes('/refund')).length,
    0,
    'it is not retried immediately',
  );
  razorpay.trouble = 'none';
  await tryAgain();
  await site.backend.reconcilePayments();
  const money = await readMoney(site, booking);
  assert.deepEqual([money.payment.status, money.payment.payments[0]?.status], ['refunded', 'refunded']);
  assert.equal(razorpay.refunds.size, made + 1);
});

test('a pending refund is completed by a webhook or by a query', async () => {
  razorpay.slowRefunds = true;
  for (const how of ['webhook', 'asked']) {
    const booking = await cancelled();
    await site.backend.reconcilePayments();
    const [refund] = (await readMoney(site, booking)).payment.refunds;
    assert.equal(refund?.status, 'asked');
    const made = razorpay.refunds.get(refund.id);
    assert.ok(made);
    made.status = 'processed';
    if (how === 'webhook') {
      const told = await hear(
        razorpay.webhook('refund.processed', { id: made.id, payment_id: made.payment, receipt: refund.id }),
      );
      assert.equal(told.outcome, 'applied');
    } else {
      await tryAgain();
      await site.backend.reconcilePayments();
    }
    assert.equal((await readMoney(site, booking)).payment.status, 'refunded', how);
  }
});

test('a refund that the gateway rejects is left to staff, with its reason', async () => {
  const booking = await cancelled();
  razorpay.trouble = 'refused';
  await site.backend.reconcilePayments();
  const { payment } = await readMoney(site, booking);
  assert.deepEqual(
    [payment.status, payment.refunds[0]?.status, payment.refunds[0]?.note],
    ['refund_due', 'failed', 'The payment has been fully refunded already'],
  );
});

test('two processes make a refund once, also when one closes in the middle', async () => {
  const bookings = [await cancelled(), await cancelled(), await cancelled()];
  const asked = razorpay.asked.length;
  const second = await startPayments(
    { owner: site.backend.sql, worker: site.backend.sql },
    {
      begin: startPaymentInDatabase(site.backend.sql, loadSecrets(site.dataFolder)),
      demonstrationKey: '',
      logger: silentLogger,
      siteUrl: () => site.url,
    },
    { gateway: { ...razorpayKeys, baseUrl: razorpay.url }, everySeconds: 3600, askAfterSeconds: 0 },
  );
  const rounds = [site.backend.reconcilePayments(), second.reconcile()];
  await second.close();
  await Promise.all(rounds);
  for (const booking of bookings) assert.equal((await readMoney(site, booking)).payment.status, 'refunded');
  assert.equal(razorpay.asked.slice(asked).filter((path) => /POST .*\/refund$/.test(path)).length, 3);
});
