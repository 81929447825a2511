import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Sql } from '../../backend/database/open-database.ts';
import type { GatewayPayment, PaymentGateway } from './payment-gateway.ts';

/** The fields of a payment that the payment paths and the reconciler need. */
export interface StoredPayment {
  id: string;
  provider: DatabaseEnum<'payment_provider'>;
  order_id: string | null;
  reference: string;
  amount_paise: number;
  captured: boolean;
  /** Whether the booking belongs to an account. */
  owned: boolean;
  shop_name: string;
}

/** How the database handled an event. */
export type Outcome = DatabaseEnum<'payment_event_outcome'> | 'repeated' | 'unknown';

/** All writes about payments; the database holds the rules. */
export function createPaymentStore(sql: Sql, provider: PaymentGateway['provider']) {
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
      const [row] = await sql<StoredPayment[]>`select * from private.payment_for_gateway(${id})`;
      return row;
    },

    /** Stores the order of a payment; of two concurrent orders the first counts. */
    async keepOrder(id: string, orderId: string): Promise<void> {
      await sql`select private.keep_order(${id}, ${provider}, ${orderId})`;
    },

    /** Applies answers to queries as events with ids of their own, so that each counts once. */
    async polled(orderId: string, { id, status, amountPaise, method }: GatewayPayment): Promise<void> {
      // A payment that was captured and refunded was captured first.
      const kind = status === 'refunded' ? 'captured' : status;
      if (kind === 'created') return;
      await paymentEvent(`poll:${id}:${kind}`, `payment.${kind}`, orderId, { id, amountPaise, method });
    },

    /**
     * Applies the body of a webhook with a valid signature. Other kinds of events are ignored.
     * @param eventId the gateway's id of the event; without one, a hash of its content
     */
    async webhook(rawBody: Buffer, eventId: string | null): Promise<Outcome> {
      const read = readWebhook(rawBody);
      const name = eventId && eventId.length <= 100 ? eventId : createHash('sha256').update(rawBody).digest('hex');
      if (!read) return 'ignored';
      const { event } = read;
      const [payment, refund] = [read.payload.payment?.entity, read.payload.refund?.entity];
      if (refund && event.startsWith('refund.'))
        return refundEvent(name, event, { id: refund.id, ours: refund.receipt ?? null });
      if (!payment?.order_id || payment.currency !== 'INR') return 'ignored';
      const { id, amount, method, order_id: orderId } = payment;
      return paymentEvent(name, event, orderId, { id, amountPaise: amount, method: method ?? null });
    },

    expireUnpaid: () => sql`select private.expire_unpaid_bookings()`,

    /** Claims orders without a recent event, each for one process. Older ones are returned less often. */
    openOrders: (olderThanSeconds: number) => sql<{ order_id: string }[]>`
      select private.claim_orders(${provider}, ${olderThanSeconds}) as order_id`,

    /** Claims due refunds, each for one process; an unfinished one becomes due again. */
    openRefunds: () =>
      sql<
        { id: string; amount_paise: number; payment_id: string; provider_refund_id: string | null; tries: number }[]
      >`select * from private.claim_refunds(${provider})`,
  };
}

export type PaymentStore = ReturnType<typeof createPaymentStore>;

const amountPaise = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1));

/** The needed fields of a payment and of a refund; one of another shape counts as missing. */
const payment = v.object({
  id: v.string(),
  order_id: v.nullish(v.string()),
  amount: amountPaise,
  currency: v.string(),
  method: v.nullish(v.string()),
});
const refund = v.object({ id: v.string(), receipt: v.nullish(v.string()) });
const webhook = v.object({
  event: v.string(),
  payload: v.optional(
    v.object({
      payment: v.fallback(v.nullish(v.object({ entity: payment })), null),
      refund: v.fallback(v.nullish(v.object({ entity: refund })), null),
    }),
    {},
  ),
});

/** Reads the needed fields of a webhook; null for any other shape. */
function readWebhook(rawBody: Buffer): v.InferOutput<typeof webhook> | null {
  try {
    const { success, output } = v.safeParse(webhook, JSON.parse(rawBody.toString('utf8')));
    return success ? output : null;
  } catch {
    return null; // not JSON
  }
}
