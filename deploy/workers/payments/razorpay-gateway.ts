import * as v from 'valibot';
import { escapeHtml } from './payment-pages.ts';
import type { GatewayRefund, PaymentGateway } from './payment-gateway.ts';
import { GatewayError } from './payment-gateway.ts';
import { isSignature } from './signatures.ts';

export interface RazorpaySettings {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Default: https://api.razorpay.com */
  baseUrl?: string | undefined;
}

const rejection = v.object({ error: v.object({ description: v.string() }) });
const order = v.object({ id: v.string() });
const orderPayments = v.object({
  items: v.array(
    v.object({
      id: v.string(),
      status: v.picklist(['created', 'authorized', 'captured', 'refunded', 'failed']),
      amount: v.number(),
      currency: v.string(),
      method: v.nullish(v.string()),
    }),
  ),
});
const refund = v.object({ id: v.string(), status: v.nullish(v.string()) });

/** Razorpay's REST API and hosted checkout: the browser posts a form there and returns with a signature. */
export function createRazorpayGateway(settings: RazorpaySettings): PaymentGateway {
  const base = (settings.baseUrl ?? 'https://api.razorpay.com').replace(/\/$/, '');
  const authorization = `Basic ${Buffer.from(`${settings.keyId}:${settings.keySecret}`).toString('base64')}`;

  async function ask<Schema extends v.GenericSchema>(
    schema: Schema,
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<v.InferOutput<Schema>> {
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(`${base}/v1${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...headers },
        signal: AbortSignal.timeout(10_000),
        redirect: 'error',
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      answer = await response.json();
    } catch (error) {
      throw new GatewayError('Razorpay does not answer.', false, error);
    }
    if (response.ok) {
      const { success, output, issues } = v.safeParse(schema, answer);
      if (success) return output;
      throw new GatewayError(`Razorpay's answer to ${path} is not as documented: ${v.summarize(issues)}`, false);
    }
    // A wrong key or a request in progress may succeed later; any other client error never does.
    const final = [400, 404, 422].includes(response.status);
    const said = v.is(rejection, answer) ? answer.error.description : `Razorpay answered ${response.status}.`;
    throw new GatewayError(said, final);
  }

  const refundOf = ({ id, status }: v.InferOutput<typeof refund>): GatewayRefund => ({
    id,
    status: status === 'processed' || status === 'failed' ? status : 'pending',
  });

  return {
    provider: 'razorpay',
    async createOrder(amountPaise, receipt) {
      const body = { amount: amountPaise, currency: 'INR', receipt, payment_capture: 1 };
      return (await ask(order, 'POST', '/orders', body)).id;
    },
    checkoutForm({ payment, orderId, amountPaise, reference, shopName, siteUrl }) {
      const fields = {
        key_id: settings.keyId,
        order_id: orderId,
        amount: String(amountPaise),
        currency: 'INR',
        name: shopName,
        description: `Payment ${reference}`,
        callback_url: `${siteUrl}/payments/v1/callback/${payment}`,
        cancel_url: `${siteUrl}/payments/v1/return/${payment}`,
      };
      const inputs = Object.entries(fields).map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
      );
      return {
        html: `<form method="post" action="${escapeHtml(base)}/v1/checkout/embedded">${inputs.join('')}
<p>You go on to Razorpay, where you choose card, UPI, net banking or wallet. Afterwards you are back here.</p>
<button>Go on to pay</button></form>`,
        formAction: base,
      };
    },
    verifyCheckout: (orderId, paymentId, signature) =>
      isSignature(signature, `${orderId}|${paymentId}`, settings.keySecret),
    verifyWebhook: (rawBody, signature) => isSignature(signature, rawBody, settings.webhookSecret),
    async fetchOrderPayments(orderId) {
      const { items } = await ask(orderPayments, 'GET', `/orders/${encodeURIComponent(orderId)}/payments`);
      return items
        .filter(({ currency }) => currency === 'INR')
        .map(({ id, status, amount, method }) => ({ id, status, amountPaise: amount, method: method ?? null }));
    },
    async capture(paymentId, amountPaise) {
      const body = { amount: amountPaise, currency: 'INR' };
      await ask(v.unknown(), 'POST', `/payments/${encodeURIComponent(paymentId)}/capture`, body);
    },
    async refund(paymentId, amountPaise, key) {
      const body = { amount: amountPaise, speed: 'normal', receipt: key };
      const path = `/payments/${encodeURIComponent(paymentId)}/refund`;
      return refundOf(await ask(refund, 'POST', path, body, { 'X-Refund-Idempotency': key }));
    },
    async fetchRefund(paymentId, refundId) {
      const path = `/payments/${encodeURIComponent(paymentId)}/refunds/${encodeURIComponent(refundId)}`;
      return refundOf(await ask(refund, 'GET', path));
    },
  };
}
