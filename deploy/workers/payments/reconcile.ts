import type { Logger } from '../../backend/logger.ts';
import type { LocalGateway, LocalWebhook } from './local-gateway.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import { GatewayError } from './payment-gateway.ts';
import type { PaymentStore } from './payment-store.ts';
import { askGateway } from './payments-front.ts';

export interface ReconcileOptions {
  gateway: PaymentGateway;
  store: PaymentStore;
  logger: Logger;
  /** How long an order may be open before the gateway is queried. */
  askAfterSeconds: number;
  /** Delivers a webhook of the demonstration; true when it was accepted. */
  deliver: (webhook: LocalWebhook) => Promise<boolean>;
}

/**
 * One round of background work: unpaid bookings expire, orders without a recent event are queried, refunds are
 * made, the demonstration's webhooks are sent. Several processes may run it: each row is claimed by one.
 */
export async function reconcile({ gateway, store, logger, askAfterSeconds, deliver }: ReconcileOptions): Promise<void> {
  if (gateway.provider === 'local') await (gateway as LocalGateway).sendWebhooks(deliver);
  await store.expireUnpaid();
  for (const { order_id: orderId } of await store.openOrders(askAfterSeconds)) {
    await withGateway(logger, `Order ${orderId}`, () => askGateway({ gateway, store }, orderId));
  }
  for (const { id, amount_paise, payment_id, provider_refund_id, tries } of await store.openRefunds()) {
    const failure = await withGateway(logger, `Refund ${id}`, async () => {
      const refund = provider_refund_id
        ? await gateway.fetchRefund(payment_id, provider_refund_id)
        : await gateway.refund(payment_id, amount_paise, id);
      const kind = refund.status === 'pending' ? 'created' : refund.status;
      await store.refundEvent(`poll:${refund.id}:${kind}`, `refund.${kind}`, { id: refund.id, ours: id });
    });
    // Staff see the rejected refund and make it by hand.
    if (failure?.final)
      await store.refundEvent(`refused:${id}:${tries}`, 'refund.failed', {
        id: null,
        ours: id,
        note: failure.message.slice(0, 300),
      });
  }
}

/** Calls the gateway; a rejection is logged and returned, so that the rest of the round continues. */
async function withGateway(logger: Logger, what: string, work: () => Promise<void>): Promise<GatewayError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    logger.error(`${what}: ${error.message}`);
    return error;
  }
}
