import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const razorpayKeys = { keyId: 'rzp_test_key', keySecret: 'key secret', webhookSecret: 'webhook secret' };

interface Order {
  id: string;
  amount: number;
  payments: { id: string; status: string; amount: number; currency: string; method: string; order_id: string }[];
}

/** A fake of Razorpay's API that fails in the ways that a test sets. */
export interface FakeRazorpay {
  url: string;
  orders: Map<string, Order>;
  /** Refunds that were made, by idempotency key. */
  refunds: Map<string, { id: string; status: string; amount: number; payment: string }>;
  /** Requested paths, the newest last. */
  asked: string[];
  /** How the next calls fail: no answer, an answer lost after the work is done, or a rejection. */
  trouble: 'none' | 'down' | 'answer lost' | 'refused';
  /** A new refund stays pending, as at most banks. */
  slowRefunds: boolean;
  /** Adds a payment attempt to an order. */
  pay(orderId: string, status: 'authorized' | 'captured' | 'failed'): Order['payments'][number];
  /** The signature with which a customer's browser returns. */
  signCheckout(orderId: string, paymentId: string): string;
  /** The body of a webhook about a payment or a refund, and its signature. */
  webhook(event: string, entity: object): { body: string; signature: string };
  close(): Promise<void>;
}

const hmac = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('hex');
const newId = (kind: string): string => `${kind}_${randomBytes(7).toString('hex')}`;

export async function startFakeRazorpay(): Promise<FakeRazorpay> {
  const expected = `Basic ${Buffer.from(`${razorpayKeys.keyId}:${razorpayKeys.keySecret}`).toString('base64')}`;
  const fake: FakeRazorpay = {
    url: '',
    orders: new Map(),
    refunds: new Map(),
    asked: [],
    trouble: 'none',
    slowRefunds: false,
    pay(orderId, status) {
      const order = fake.orders.get(orderId);
      if (!order) throw new Error('No such order');
      const payment = {
        id: newId('pay'),
        status,
        amount: order.amount,
        currency: 'INR',
        method: 'netbanking',
        order_id: orderId,
      };
      order.payments.push(payment);
      return payment;
    },
    signCheckout: (orderId, paymentId) => hmac(`${orderId}|${paymentId}`, razorpayKeys.keySecret),
    webhook(event, entity) {
      const kind = event.startsWith('refund.') ? 'refund' : 'payment';
      const body = JSON.stringify({ entity: 'event', event, contains: [kind], payload: { [kind]: { entity } } });
      return { body, signature: hmac(body, razorpayKeys.webhookSecret) };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  function answer(request: IncomingMessage, body: Record<string, unknown>): { status: number; body: unknown } {
    const [, , kind = '', id = '', what = '', which = ''] = (request.url ?? '').split('/');
    if (request.headers.authorization !== expected)
      return { status: 401, body: { error: { description: 'Authentication failed' } } };
    if (fake.trouble === 'refused')
      return { status: 400, body: { error: { description: 'The payment has been fully refunded already' } } };
    const amount = Number(body['amount']);
    if (kind === 'orders' && request.method === 'POST') {
      const order = { id: newId('order'), amount, payments: [] };
      fake.orders.set(order.id, order);
      return { status: 200, body: order };
    }
    if (kind === 'orders') return { status: 200, body: { items: fake.orders.get(id)?.payments ?? [] } };
    const payment = [...fake.orders.values()].flatMap(({ payments }) => payments).find((each) => each.id === id);
    if (!payment) return { status: 404, body: { error: { description: 'The id provided does not exist' } } };
    if (what === 'capture') {
      payment.status = 'captured';
      return { status: 200, body: payment };
    }
    if (what === 'refunds')
      return { status: 200, body: [...fake.refunds.values()].find((refund) => refund.id === which) };
    const key = String(request.headers['x-refund-idempotency']);
    const made = fake.refunds.get(key) ?? {
      id: newId('rfnd'),
      status: fake.slowRefunds ? 'pending' : 'processed',
      amount,
      payment: id,
    };
    fake.refunds.set(key, made);
    return { status: 200, body: made };
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      fake.asked.push(`${request.method} ${request.url}`);
      if (fake.trouble === 'down') return void request.socket.destroy();
      const text = Buffer.concat(parts).toString();
      const told = answer(request, text === '' ? {} : (JSON.parse(text) as Record<string, unknown>));
      if (fake.trouble === 'answer lost') return void request.socket.destroy();
      response.writeHead(told.status, { 'content-type': 'application/json' }).end(JSON.stringify(told.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}
