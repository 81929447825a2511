import { createHash } from 'node:crypto';
import type { Sql } from '../database/open-database.ts';
import type { GatewayPayment } from './payment-gateway.ts';

/** A payment as the front and the reconciler need it. */
export interface StoredPayment {
  id: string;
  provider: string;
  order_id: string | null;
  reference: string;
  amount_paise: number;
  captured: boolean;
  /** Whether the booking belongs to an account. */
  owned: boolean;
  shop_name: string;
}

/** What the database made of an event. */
export type Outcome = 'applied' | 'ignored' | 'repeated' | 'unknown';

/** Everything the backend writes about payments: all rules are the database's. */
export function createPaymentStore(sql: Sql, provider: string) {
  async function paymentEvent(
    eventId: string,
    kind: string,
    orderId: string,
    payment: { id: string; amountPaise?: number; method?: string | null },
  ): Promise<Outcome> {
    const { id, amountPaise = null, method = null } = payment;
    const [row] = await sql<{ told: { outcome: Outcome } }[]>`
      select private.apply_payment_event(${provider}, ${eventId}, ${kind}, ${orderId}, ${id}, ${amountPaise}::int, ${method})
        as told`;
    return row?.told.outcome ?? 'unknown';
  }

  async function refundEvent(
    eventId: string,
    kind: string,
    refund: { id: string | null; ours: string | null; note?: string },
  ): Promise<Outcome> {
    const { id, ours, note = null } = refund;
    const [row] = await sql<{ told: { outcome: Outcome } }[]>`
      select private.apply_refund_event(${provider}, ${eventId}, ${kind}, private.to_uuid(${ours}), ${id}, ${note})
        as told`;
    return row?.told.outcome ?? 'unknown';
  }

  return {
    paymentEvent,
    refundEvent,

    async find(id: string): Promise<StoredPayment | undefined> {
      const [row] = await sql<StoredPayment[]>`
        select p.id, p.provider, p.provider_order_id as order_id, p.reference, p.amount_paise,
          p.captured_paise > 0 as captured, b.user_id is not null as owned, (select name from public.shop) as shop_name
        from public.payments p join public.service_bookings b on b.id = p.booking_id
        where p.id = private.to_uuid(${id})`;
      return row;
    },

    /** Keeps the order of a payment; of two that were made at once the first counts. */
    async keepOrder(id: string, orderId: string): Promise<void> {
      await sql`
        update public.payments set provider_order_id = ${orderId}
        where id = ${id} and provider = ${provider} and provider_order_id is null`;
    },

    /** What the gateway says when it is asked: under ids of their own, so that each answer counts once. */
    async polled(orderId: string, { id, status, amountPaise, method }: GatewayPayment): Promise<void> {
      // What was captured and given back was captured first.
      const kind = status === 'refunded' ? 'captured' : status;
      if (kind === 'created') return;
      await paymentEvent(`poll:${id}:${kind}`, `payment.${kind}`, orderId, { id, amountPaise, method });
    },

    /**
     * The body of a webhook whose signature was right. Events of other things are ignored.
     * @param eventId the gateway's name of the event; without one its content names it
     */
    async webhook(rawBody: Buffer, eventId: string | null): Promise<Outcome> {
      const { event, payload } = readWebhook(rawBody);
      const name = eventId && eventId.length <= 100 ? eventId : createHash('sha256').update(rawBody).digest('hex');
      if (!event) return 'ignored';
      const { payment, refund } = payload;
      if (refund && event.startsWith('refund.'))
        return refundEvent(name, event, { id: refund.id, ours: refund.receipt ?? null });
      if (!payment?.order_id || payment.currency !== 'INR') return 'ignored';
      const { id, amount, method, order_id: orderId } = payment;
      return paymentEvent(name, event, orderId, { id, amountPaise: amount, method: method ?? null });
    },

    expireUnpaid: () => sql`select private.expire_unpaid()`,

    /** Orders that nothing was heard of for a while, each given to one process. The older, the rarer. */
    openOrders: (olderThanSeconds: number) => sql<{ order_id: string }[]>`
      update public.payments set checked_at = now() where id in (
        select p.id from public.payments p
        where p.provider = ${provider} and p.provider_order_id is not null
          and p.status in ('created', 'failed', 'authorized')
          and p.created_at between now() - interval '4 days' and now() - make_interval(secs => ${olderThanSeconds})
          and (p.checked_at is null
            or p.checked_at < now() - greatest(interval '1 minute', (now() - p.created_at) / 4))
        order by p.checked_at nulls first limit 10 for update skip locked
      ) returning provider_order_id as order_id`,

    /** Refunds to be carried out, each given to one process; it comes back later unless it is ended. */
    openRefunds: () => sql<
      { id: string; amount_paise: number; payment_id: string; provider_refund_id: string | null; tries: number }[]
    >`
      update public.refunds r set tries = r.tries + 1,
        next_try_at = now() + least(interval '1 hour', interval '20 seconds' * power(2, least(r.tries, 8)))
      from public.payments p
      where p.id = r.payment_id and r.id in (
        select o.id from public.refunds o join public.payments m on m.id = o.payment_id
        where o.status = 'asked' and m.provider = ${provider} and o.next_try_at <= now()
        order by o.next_try_at limit 10 for update of o skip locked
      )
      returning r.id, r.amount_paise, p.provider_payment_id as payment_id, r.provider_refund_id, r.tries`,
  };
}

export type PaymentStore = ReturnType<typeof createPaymentStore>;

interface Webhook {
  event: string | null;
  payload: {
    payment: { id: string; order_id?: string; amount: number; currency: string; method?: string } | null;
    refund: { id: string; receipt?: string | null } | null;
  };
}

const isAmount = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31;

/** Reads what is needed of a webhook; anything of another shape is no event. */
function readWebhook(rawBody: Buffer): Webhook {
  const nothing: Webhook = { event: null, payload: { payment: null, refund: null } };
  try {
    const { event, payload } = JSON.parse(rawBody.toString('utf8')) as {
      event?: unknown;
      payload?: { payment?: { entity?: Record<string, unknown> }; refund?: { entity?: Record<string, unknown> } };
    };
    if (typeof event !== 'string') return nothing;
    const [payment, refund] = [payload?.payment?.entity, payload?.refund?.entity];
    const isPayment = typeof payment?.['id'] === 'string' && isAmount(payment['amount']);
    return {
      event,
      payload: {
        payment: isPayment ? (payment as unknown as Webhook['payload']['payment']) : null,
        refund: typeof refund?.['id'] === 'string' ? (refund as unknown as Webhook['payload']['refund']) : null,
      },
    };
  } catch {
    return nothing;
  }
}
