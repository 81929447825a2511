import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { createRazorpayGateway } from '../payments/razorpay-gateway.ts';
import { startPaymentOverRest } from '../payments/start-payment.ts';

let [status, body]: [number, unknown] = [200, null];
const server = createServer((_, answer) => answer.writeHead(status).end(JSON.stringify(body)));
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
after(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const gateway = createRazorpayGateway({ keyId: 'id', keySecret: 'secret', webhookSecret: 'hook', baseUrl: url });

test('an answer of the gateway that is not as documented is a gateway error that a retry may cure', async () => {
  for (const answer of [
    null,
    {},
    { id: 7 },
    { items: [{ id: 'pay_1', status: 'lost', amount: 1, currency: 'INR' }] },
  ]) {
    [status, body] = [200, answer];
    const failure = { name: 'GatewayError', final: false, message: /is not as documented/ };
    await assert.rejects(gateway.createOrder(99_900, 'r'), failure);
    await assert.rejects(gateway.fetchOrderPayments('order_1'), failure);
    await assert.rejects(gateway.fetchRefund('pay_1', 'rfnd_1'), failure);
  }
  [status, body] = [400, { error: 'closed' }];
  await assert.rejects(gateway.createOrder(99_900, 'r'), { message: 'Razorpay answered 400.', final: true });
});

test('a started payment over REST is read, and one of another shape is an error', async () => {
  const start = startPaymentOverRest({ url, key: 'anon' });
  const payment = { payment: 'p1', amount_paise: 99_900, reference: 'R1' };
  [status, body] = [200, payment];
  assert.deepEqual(await start(null, 'b1', null), payment);
  body = { ...payment, amount_paise: '99900' };
  await assert.rejects(start(null, 'b1', null), /Invalid type/);
});
