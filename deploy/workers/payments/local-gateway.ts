import { createHmac, randomBytes } from 'node:crypto';
import type { Sql } from '../../backend/database/open-database.ts';
import type { GatewayPayment, PaymentGateway } from './payment-gateway.ts';
import { GatewayError } from './payment-gateway.ts';
import { rupees } from './payment-pages.ts';
import { isSignature, sign } from './signatures.ts';

/** The choices on the page of the demonstration's bank. */
export const localOutcomes = ['paid', 'late', 'twice', 'refused'] as const;
export type LocalOutcome = (typeof localOutcomes)[number];

export interface LocalWebhook {
  eventId: string;
  rawBody: Buffer;
  signature: string;
}

/** The demonstration gateway: no money moves, but orders, signatures and webhooks work as with a real gateway. */
export interface LocalGateway extends PaymentGateway {
  readonly provider: 'local';
  /** Applies the customer's choice. Returns what the bank gives the browser, or null when it answers later. */
  decide(orderId: string, outcome: LocalOutcome): Promise<{ paymentId: string; signature: string } | null>;
  /** Sends webhooks that are due; one that is not accepted is sent again later. */
  sendWebhooks(deliver: (webhook: LocalWebhook) => Promise<boolean>): Promise<void>;
}

interface LocalOptions {
  sql: Sql;
  /** Secret of this installation, from which the gateway's secrets are derived. */
  secret: string;
  /** Delay of the bank that answers late. */
  lateSeconds: number;
}

const newId = (kind: string): string => `${kind}_${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}`;

export function createLocalGateway({ sql, secret, lateSeconds }: LocalOptions): LocalGateway {
  const derive = (use: string) => createHmac('sha256', secret).update(`local payments: ${use}`).digest('hex');
  const [keySecret, webhookSecret] = [derive('key'), derive('webhook')];

  async function tell(event: string, entity: Record<string, unknown>, seconds: number, times = 1): Promise<void> {
    const kind = event.startsWith('refund.') ? 'refund' : 'payment';
    const body = JSON.stringify({ entity: 'event', event, payload: { [kind]: { entity } } });
    const eventId = newId('evt');
    for (let time = 0; time < times; time += 1)
      await sql`
        insert into backend.local_webhooks (event_id, body, due_at)
        values (${eventId}, ${body}, now() + make_interval(secs => ${seconds}))`;
  }

  return {
    provider: 'local',
    async createOrder(amountPaise, receipt) {
      const id = newId('order');
      await sql`
        insert into backend.local_orders (id, amount_paise, receipt) values (${id}, ${amountPaise}, ${receipt})`;
      return id;
    },
    checkoutForm({ payment, amountPaise }) {
      const choices: [LocalOutcome, string][] = [
        ['paid', `Pay ${rupees(amountPaise)}`],
        ['late', 'Pay, but the bank tells us late'],
        ['twice', 'Pay, and the message comes twice'],
        ['refused', 'Card refused'],
      ];
      const buttons = choices.map(([value, label]) => `<button name="outcome" value="${value}">${label}</button>`);
      return {
        html: `<p class="demo"><strong>Demo payment: no money moves.</strong> Choose what the bank is to do.</p>
<form method="post" action="/payments/v1/local/${payment}">${buttons.join('\n')}</form>`,
        formAction: `'self'`,
      };
    },
    verifyCheckout: (orderId, paymentId, signature) => isSignature(signature, `${orderId}|${paymentId}`, keySecret),
    verifyWebhook: (rawBody, signature) => isSignature(signature, rawBody, webhookSecret),
    async decide(orderId, outcome) {
      const seconds = outcome === 'late' ? lateSeconds : 0;
      const id = newId('pay');
      const [payment] = await sql<{ amount: number }[]>`
        insert into backend.local_payments (id, order_id, amount_paise, failed, settled_at)
        select ${id}, o.id, o.amount_paise, ${outcome === 'refused'}, now() + make_interval(secs => ${seconds})
        from backend.local_orders o where o.id = ${orderId} returning amount_paise as amount`;
      if (!payment) throw new GatewayError('There is no such order.', true);
      const entity = { id, order_id: orderId, amount: payment.amount, currency: 'INR', method: 'card' };
      if (outcome === 'refused') {
        await tell('payment.failed', { ...entity, status: 'failed' }, 0);
        return null;
      }
      const times = outcome === 'twice' ? 2 : 1;
      await tell('payment.authorized', { ...entity, status: 'authorized' }, seconds, times);
      await tell('payment.captured', { ...entity, status: 'captured' }, seconds, times);
      await tell('order.paid', { ...entity, status: 'captured' }, seconds, times);
      return outcome === 'late' ? null : { paymentId: id, signature: sign(`${orderId}|${id}`, keySecret) };
    },
    async fetchOrderPayments(orderId) {
      return sql<GatewayPayment[]>`
        select id, amount_paise as "amountPaise", 'card' as method,
          case when failed then 'failed' when settled_at > now() then 'created' else 'captured' end as status
        from backend.local_payments where order_id = ${orderId} order by id`;
    },
    async capture() {
      // Here every payment is captured at once.
    },
    async refund(paymentId, amountPaise, key) {
      const id = newId('rfnd');
      const [made] = await sql<{ id: string }[]>`
        insert into backend.local_refunds (id, payment_id, amount_paise, key)
        select ${id}, p.id, ${amountPaise}, ${key} from backend.local_payments p
        where p.id = ${paymentId} and not p.failed and ${amountPaise} + (
          select coalesce(sum(r.amount_paise), 0) from backend.local_refunds r
          where r.payment_id = p.id and r.key <> ${key}
        ) <= p.amount_paise
        on conflict (key) do update set key = excluded.key returning id`;
      if (!made) throw new GatewayError('The refund is more than what was paid.', true);
      if (made.id === id)
        await tell('refund.processed', { id, payment_id: paymentId, amount: amountPaise, receipt: key }, 0);
      return { id: made.id, status: 'processed' };
    },
    async fetchRefund(_paymentId, refundId) {
      return { id: refundId, status: 'processed' };
    },
    async sendWebhooks(deliver) {
      // One process claims each; a webhook that is not accepted is due again later.
      const due = await sql<{ id: string; event_id: string; body: string }[]>`
        update backend.local_webhooks set tries = tries + 1, due_at = now() + make_interval(secs => 30 * (tries + 1))
        where id in (
          select id from backend.local_webhooks where due_at <= now() order by id limit 20 for update skip locked
        ) returning id, event_id, body`;
      for (const { id, event_id: eventId, body } of due) {
        const rawBody = Buffer.from(body);
        if (await deliver({ eventId, rawBody, signature: sign(rawBody, webhookSecret) }))
          await sql`delete from backend.local_webhooks where id = ${id}`;
      }
    },
  };
}
