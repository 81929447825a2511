import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { razorpayKeys, startFakeRazorpay } from './fake-razorpay.ts';
import { bookOnline, orderOnline, postForm, startPaidShop, storedOrder } from './pay-online.ts';
import type { OnlineBooking } from './pay-online.ts';

interface Ordered {
  booking: OnlineBooking;
  payment: string;
  order: string;
  cookie: string;
}

/** A shop with a fake of Razorpay, and the actions of a guest and the gateway. */
export async function startRazorpayShop() {
  const razorpay = await startFakeRazorpay();
  const site = await startPaidShop({ gateway: { ...razorpayKeys, baseUrl: razorpay.url } });

  /** A guest's booking, and the order that its page has made. */
  async function ordered(): Promise<Ordered> {
    const booking = await bookOnline(site.client());
    const { status, body, headers } = await orderOnline(site, {
      booking: booking.id,
      manage_token: booking.manage_token,
    });
    assert.equal(status, 200, JSON.stringify(body));
    const payment = String(body['payment']);
    return { booking, payment, order: await storedOrder(site, payment), cookie: headers.get('set-cookie') ?? '' };
  }

  /** Sends a webhook. @returns how it was answered */
  async function hear(
    { body, signature }: { body: string; signature: string },
    eventId: string | null = randomUUID(),
  ): Promise<{ status: number; outcome: unknown }> {
    const response = await fetch(`${site.url}/payments/v1/webhooks/razorpay`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': signature,
        ...(eventId === null ? {} : { 'x-razorpay-event-id': eventId }),
      },
      body,
    });
    return { status: response.status, outcome: ((await response.json()) as { outcome?: unknown }).outcome };
  }

  /** Returns from the checkout with these fields, as the browser does. */
  const callback = (payment: string, fields: Record<string, string>, cookie = ''): Promise<Response> =>
    postForm(`${site.url}/payments/v1/callback/${payment}`, fields, cookie);

  /** A digest of everything that payments could change. */
  async function everything(): Promise<string> {
    const [row] = await site.backend.sql<{ word: string }[]>`
      select md5(concat(
        (select string_agg(p::text, '' order by p.id) from public.payments p),
        (select string_agg(r::text, '' order by r.id) from public.refunds r),
        (select string_agg(e::text, '' order by e.id) from public.payment_events e),
        (select string_agg(b::text, '' order by b.id) from public.service_bookings b),
        (select string_agg(p::text, '' order by p.booking_id) from public.booking_places p)
      )) as word`;
    return row?.word ?? '';
  }

  /** A paid booking that was cancelled: a refund is due. */
  async function cancelled(): Promise<OnlineBooking> {
    const { booking, order } = await ordered();
    await hear(razorpay.webhook('payment.captured', razorpay.pay(order, 'captured')));
    const { id, manage_token } = booking;
    const { error } = await site.client().rpc('cancel_booking', { booking: id, manage_token });
    assert.equal(error, null);
    return booking;
  }
  /** Makes requested refunds due for a retry. */
  const tryAgain = (): Promise<unknown> =>
    site.backend.sql`update public.refunds set next_try_at = now() where status = 'asked'`;

  return {
    site,
    razorpay,
    ordered,
    hear,
    callback,
    everything,
    cancelled,
    tryAgain,
    async close(): Promise<void> {
      await site.stop();
      await razorpay.close();
    },
  };
}
