import { jsonBody } from '../../backend/gateway/api-call.ts';
import type { ApiCall } from '../../backend/gateway/api-call.ts';
import { json, restError } from '../../backend/gateway/answers.ts';
import type { Logger } from '../../backend/logger.ts';
import type { StartPayment } from './start-payment.ts';
import type { LocalGateway, LocalOutcome } from './local-gateway.ts';
import { localOutcomes } from './local-gateway.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import { GatewayError } from './payment-gateway.ts';
import { page, rupees } from './payment-pages.ts';
import type { PaymentStore, StoredPayment } from './payment-store.ts';

export interface PaymentsFrontOptions {
  begin: StartPayment;
  gateway: PaymentGateway;
  store: PaymentStore;
  logger: Logger;
  /** Absolute address of the site, without a slash at its end. */
  siteUrl: () => string;
  /** Called when the demonstration has a webhook to send at once. */
  wake: () => void;
}

const webhookBytes = 64 * 1024;
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const returnPath = '/payments/v1/return';

/**
 * Answers /payments/v1: orders for the site's pages, checkout and return for browsers, webhooks for the gateway. The
 * database decides amounts and confirmations; this module checks signatures.
 */
export function answerPayments(options: PaymentsFrontOptions, call: ApiCall): Promise<Response> {
  const { provider } = options.gateway;
  const routes: [string, RegExp, (id: string) => Promise<Response>][] = [
    ['POST', /^orders$/, () => makeOrder(options, call)],
    ['GET', new RegExp(`^checkout/(${uuid})$`), (id) => showCheckout(options, id)],
    ['POST', new RegExp(`^callback/(${uuid})$`), (id) => comeBack(options, call, id)],
    ['GET', new RegExp(`^return/(${uuid})$`), (id) => goHome(options, call, id)],
    ['POST', new RegExp(`^webhooks/(${provider})$`), () => hearWebhook(options, call)],
    ['POST', new RegExp(`^local/(${uuid})$`), (id) => decideLocally(options, call, id)],
  ];
  const path = call.url.pathname.slice('/payments/v1/'.length);
  const found = routes.filter(([, pattern]) => pattern.test(path));
  const route = found.find(([method]) => method === call.method);
  if (route) return route[2](route[1].exec(path)?.[1] ?? '');
  if (found.length === 0) return Promise.resolve(restError(404, 'There is nothing at this address.', 'not_found'));
  return Promise.resolve(restError(405, 'This address is asked in another way.', 'method'));
}

/** POST orders {booking, manage_token}: creates the gateway's order of the amount due, and answers where it is paid. */
async function makeOrder(options: PaymentsFrontOptions, call: ApiCall): Promise<Response> {
  const { begin, gateway, store, logger } = options;
  const body = jsonBody(call);
  const [booking, manageToken = null] = [body?.['booking'], body?.['manage_token']];
  if (typeof booking !== 'string' || !new RegExp(`^${uuid}$`).test(booking))
    return restError(422, 'Load the page again and pay once more.', 'booking');
  if (manageToken !== null && (typeof manageToken !== 'string' || !/^[0-9a-f]{64}$/.test(manageToken)))
    return restError(404, 'We could not find this booking.', 'not_found');

  const begun = await begin(call.headers.get('authorization'), booking, manageToken);
  if (begun instanceof Response) return begun;
  const { payment, amount_paise: amountPaise, reference } = begun;
  if (!(await store.find(payment))?.order_id) {
    try {
      await store.keepOrder(payment, await gateway.createOrder(amountPaise, reference));
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      logger.error(`An order could not be created: ${error.message}`);
      const words = 'Paying online does not work at the moment. Try again in a minute, or pay after the service.';
      return restError(503, words, 'gateway');
    }
  }
  const answer = json(200, {
    payment,
    amount_paise: amountPaise,
    checkout: `/payments/v1/checkout/${payment}`,
    demo: gateway.provider === 'local',
  });
  // A cookie keeps the link of a guest's booking until they return; no page and no gateway can read it.
  if (manageToken !== null) answer.headers.set('set-cookie', returnCookie(call, `${payment}.${manageToken}`, 3600));
  return answer;
}

async function showCheckout(options: PaymentsFrontOptions, id: string): Promise<Response> {
  const payment = await payable(options, id);
  if (!payment) return missing();
  if (payment.captured) return redirect(`${returnPath}/${id}`);
  const { html, formAction } = options.gateway.checkoutForm({
    payment: payment.id,
    orderId: payment.order_id ?? '',
    amountPaise: payment.amount_paise,
    reference: payment.reference,
    shopName: payment.shop_name,
    siteUrl: options.siteUrl(),
  });
  return page(
    200,
    `Pay ${payment.shop_name}`,
    `<p>Reference ${payment.reference}</p>
${html}
<a class="button quiet" href="${returnPath}/${id}">Go back without paying</a>`,
    { formAction, amountPaise: payment.amount_paise },
  );
}

/**
 * Handles the gateway's answer that the browser posts. It counts only with a signature over the order that we stored.
 */
async function comeBack(options: PaymentsFrontOptions, call: ApiCall, id: string): Promise<Response> {
  const { gateway, store, logger } = options;
  const payment = await payable(options, id);
  if (!payment?.order_id) return missing();
  const form = new URLSearchParams(call.body.toString('utf8'));
  const paymentId = form.get('razorpay_payment_id') ?? '';
  const signature = form.get('razorpay_signature');
  // A declined card returns with an error and without a signature: there is nothing to record.
  if (signature === null) return redirect(`${returnPath}/${id}`);
  if (!gateway.verifyCheckout(payment.order_id, paymentId, signature)) {
    logger.error('A payment returned with an invalid signature.');
    return page(
      400,
      'This payment could not be checked',
      `<p>Nothing was changed. If money was taken, your booking shows it in a few minutes, or it is given back.</p>
<a class="button" href="${returnPath}/${id}">Back to your booking</a>`,
    );
  }
  await store.paymentEvent(`checkout:${paymentId}`, 'checkout.verified', payment.order_id, { id: paymentId });
  // Queried only so that the next page is up to date: a webhook reports the payment anyway.
  await askGateway(options, payment.order_id).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error;
  });
  return redirect(`${returnPath}/${id}`);
}

/** Queries the payments of an order, and captures those that are only authorised. @throws GatewayError */
export async function askGateway(
  { gateway, store }: Pick<PaymentsFrontOptions, 'gateway' | 'store'>,
  orderId: string,
): Promise<void> {
  for (const payment of await gateway.fetchOrderPayments(orderId)) {
    await store.polled(orderId, payment);
    if (payment.status !== 'authorized') continue;
    await gateway.capture(payment.id, payment.amountPaise);
    await store.polled(orderId, { ...payment, status: 'captured' });
  }
}

/**
 * Sends the customer to their booking: by the link in their cookie, to their account, or to a page that explains how to
 * open it.
 */
async function goHome({ store }: PaymentsFrontOptions, call: ApiCall, id: string): Promise<Response> {
  const payment = await store.find(id);
  if (!payment) return missing();
  const kept = /(?:^|;\s*)ts_pay=([0-9a-f-]{36})\.([0-9a-f]{64})(?:;|$)/.exec(call.headers.get('cookie') ?? '');
  if (kept?.[1] === id) {
    const home = redirect(`/book-service#manage=${kept[2] ?? ''}`);
    home.headers.set('set-cookie', returnCookie(call, '', 0));
    return home;
  }
  if (payment.owned) return redirect('/my-bookings');
  return page(
    200,
    payment.captured ? 'Thank you' : 'Back to your booking',
    `<p>${payment.captured ? 'Your payment has arrived.' : 'We have not heard of a payment yet.'} Open your booking with the link you were given when you booked.</p>
<a class="button" href="/">To the start page</a>`,
  );
}

/** A webhook of the gateway. Success is answered only after it is stored; otherwise the gateway sends it again. */
async function hearWebhook({ gateway, store, logger }: PaymentsFrontOptions, call: ApiCall): Promise<Response> {
  if (call.body.length > webhookBytes) return restError(413, 'The message is too large.', 'too_large');
  if (!gateway.verifyWebhook(call.body, call.headers.get('x-razorpay-signature') ?? '')) {
    logger.error('A webhook with an invalid signature was rejected.');
    return restError(400, 'The signature is wrong.', 'signature');
  }
  const outcome = await store.webhook(call.body, call.headers.get('x-razorpay-event-id'));
  return json(200, { outcome });
}

/** Handles a button on the page of the demonstration's bank. */
async function decideLocally(options: PaymentsFrontOptions, call: ApiCall, id: string): Promise<Response> {
  const payment = await payable(options, id);
  if (!payment?.order_id || options.gateway.provider !== 'local') return missing();
  const outcome = new URLSearchParams(call.body.toString('utf8')).get('outcome') as LocalOutcome;
  if (!localOutcomes.includes(outcome)) return redirect(`/payments/v1/checkout/${id}`);
  if (payment.captured) return redirect(`${returnPath}/${id}`);
  const answer = await (options.gateway as LocalGateway).decide(payment.order_id, outcome);
  options.wake();
  if (outcome === 'refused')
    return page(
      200,
      'The card was refused',
      `<p class="demo"><strong>Demo payment: no money moves.</strong></p>
<a class="button" href="/payments/v1/checkout/${id}">Try again</a>
<a class="button quiet" href="${returnPath}/${id}">Back to your booking</a>`,
    );
  if (!answer)
    return page(
      200,
      'The bank is not sure yet',
      `<p class="demo"><strong>Demo payment: no money moves.</strong> The bank tells us in a minute or two.</p>
<a class="button" href="${returnPath}/${id}">Back to your booking</a>`,
    );
  return page(
    200,
    `${rupees(payment.amount_paise)} paid`,
    `<p class="demo"><strong>Demo payment: no money moved.</strong></p>
<form method="post" action="/payments/v1/callback/${id}">
<input type="hidden" name="razorpay_payment_id" value="${answer.paymentId}">
<input type="hidden" name="razorpay_order_id" value="${payment.order_id}">
<input type="hidden" name="razorpay_signature" value="${answer.signature}">
<button>Back to your booking</button></form>`,
    { formAction: `'self'` },
  );
}

/** A payment that this gateway can take. */
async function payable({ store, gateway }: PaymentsFrontOptions, id: string): Promise<StoredPayment | undefined> {
  const payment = await store.find(id);
  return payment?.provider === gateway.provider && payment.order_id ? payment : undefined;
}

const missing = (): Response =>
  page(
    404,
    'There is no such payment',
    '<p>Open your booking and pay from there.</p><a class="button" href="/">To the start page</a>',
  );

const redirect = (location: string): Response => new Response(null, { status: 303, headers: { location } });

function returnCookie(call: ApiCall, value: string, seconds: number): string {
  const secure = call.headers.get('x-forwarded-proto') === 'https' ? '; Secure' : '';
  return `ts_pay=${value}; Path=${returnPath}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
