import { randomUUID } from 'node:crypto';
import { sign } from '../../../workers/payments/signatures.ts';
import { bookOnline, orderOnline, storedOrder } from '../../../workers/testing/pay-online.ts';
import type { AttackCase, AttackClass } from '../attack-class.ts';
import type { Attacker } from '../open-attacked-site.ts';
import { checkAnswer, sendAttack, type AttackRequest } from '../send-attack.ts';

/** What a gateway would send when the money of an order has come. */
const captured = (order: string, amount = 99_900) =>
  JSON.stringify({
    event: 'payment.captured',
    payload: { payment: { entity: { id: 'pay_1', order_id: order, amount, currency: 'INR', status: 'captured' } } },
  });

/** Webhooks and returns of a gateway that nobody but it may send. */
export const forgedWebhooks: AttackClass = {
  name: 'forged webhooks',
  async cases(site) {
    const test = site.shop.site;
    const booking = await bookOnline(test.client());
    const { body } = await orderOnline(test, { booking: booking.id, manage_token: booking.manage_token });
    const payment = String(body['payment']);
    const order = await storedOrder(test, payment);
    const message = captured(order);
    const secrets = { 'the public key': site.tokens.visitor, 'the order': order, nothing: '', 'a word': 'secret' };
    const signatures: Record<string, string> = {
      none: '',
      'a word': 'valid',
      zeros: '0'.repeat(64),
      'sixty-three figures': '0'.repeat(63),
      'a list': `${'0'.repeat(64)}, ${'1'.repeat(64)}`,
      'an algorithm before it': `sha256=${sign(message, '')}`,
      ...Object.fromEntries(Object.entries(secrets).map(([by, key]) => [`signed by ${by}`, sign(message, key)])),
      'of other bytes': sign(captured(order, 1), site.tokens.visitor),
    };
    const path = '/payments/v1/webhooks/local';
    const header = (signature: string) => ({ 'x-razorpay-signature': signature, 'x-razorpay-event-id': randomUUID() });
    const requests: [string, AttackRequest][] = [
      ...Object.entries(signatures).map(([what, signature]): [string, AttackRequest] => [
        `a signature: ${what}`,
        { method: 'POST', path, body: message, headers: header(signature) },
      ]),
      ...['razorpay', 'LOCAL', 'local/', 'local%2f..%2frazorpay', 'none', '__proto__'].map(
        (provider): [string, AttackRequest] => [
          `a webhook of ${provider}`,
          { method: 'POST', path: `/payments/v1/webhooks/${provider}`, body: message, headers: header('0'.repeat(64)) },
        ],
      ),
      ...['', 'null', '[]', '{', '"x"', '{"event":"payment.captured"}', 'x'.repeat(70_000)].map(
        (text): [string, AttackRequest] => [
          `an empty or broken message: ${text.slice(0, 30)}`,
          { method: 'POST', path, body: text, headers: header('0'.repeat(64)) },
        ],
      ),
      ['the signature in the query', { method: 'POST', path: `${path}?signature=${sign(message, '')}`, body: message }],
      ['by GET', { path: `${path}?event=payment.captured` }],
      ...['0'.repeat(64), sign(`${order}|pay_1`, ''), sign(`${order}|pay_1`, site.tokens.visitor)].map(
        (signature): [string, AttackRequest] => [
          `a return with the signature ${signature.slice(0, 8)}`,
          {
            method: 'POST',
            path: `/payments/v1/callback/${payment}`,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams({ razorpay_payment_id: 'pay_1', razorpay_signature: signature }).toString(),
          },
        ],
      ),
      ...['orders', 'checkout/x', `checkout/${randomUUID()}`, `return/${site.booking.id}`, `local/${randomUUID()}`].map(
        (to): [string, AttackRequest] => [`an address of another: ${to.slice(0, 20)}`, { path: `/payments/v1/${to}` }],
      ),
      ...(['visitor', 'stranger'] as const).flatMap((as): [string, AttackRequest][] =>
        [{}, { manage_token: booking.manage_token }, { manage_token: ['%'] }, { manage_token: { $ne: '' } }].map(
          (more) => [
            'an order for the booking of another',
            { as, method: 'POST', path: '/payments/v1/orders', body: { booking: site.booking.id, ...more } },
          ],
        ),
      ),
      ...(['visitor', 'stranger', 'customer'] as const).flatMap((as): [string, AttackRequest][] =>
        ['confirm_payment', 'record_payment', 'finish_refund', 'reject_claim'].map((name) => [
          `the counter's ${name}`,
          {
            ...{ as, method: 'POST', path: `/rest/v1/rpc/${name}` },
            body: {
              confirm_payment: { payment },
              record_payment: { booking: booking.id, amount: 999, method: 'card', terminal_reference: '00471B' },
              finish_refund: { refund: payment, note: 'Mine' },
              reject_claim: { payment, note: 'No' },
            }[name],
          },
        ]),
      ),
    ];
    return requests.map(([tries, request]): AttackCase => ({
      tries: `${tries} (${request.as ?? 'visitor'})`,
      async run() {
        const answer = await sendAttack(site, request);
        checkAnswer(site, answer, 'refused', { sees: [site.booking.id] });
      },
    }));
  },
};

/** Codes that open something: whoever does not have them gets nothing by trying, and staff never see them. */
export const handoverCodes: AttackClass = {
  name: 'handover codes',
  async cases(site) {
    const { sql } = site.shop.site.backend;
    const { id } = await site.shop.book(site.shop.customer.client);
    await sql`update public.service_bookings set status = 'ready', booking_date = private.today() where id = ${id}`;
    await sql`update private.handover_codes set code = '4711' where booking_id = ${id}`;
    const complete = (as: Attacker, handover_code: unknown): AttackRequest => ({
      ...{ as, method: 'POST', path: '/rest/v1/rpc/set_booking_status' },
      body: { booking: id, to_status: 'completed', handover_code },
    });
    const odd = [
      ...['%', '____', '    ', '04711', '47111', '४७११', '4711;--', 'null', ''],
      ...[true, null, [], ['4711', '4711'], {}, { $ne: '' }, { like: '%' }],
    ];
    const others = (['visitor', 'stranger', 'customer'] as const).map((as) => complete(as, '4711'));
    return [
      ...others.map((request): AttackCase => ({
        tries: `the right code by somebody who is not staff (${request.as})`,
        run: async () => checkAnswer(site, await sendAttack(site, request), 'refused'),
      })),
      ...odd.map((value): AttackCase => ({
        tries: `no code: ${JSON.stringify(value)}`,
        changesOwnRows: true,
        async run() {
          await sql`update private.handover_codes set wrong_tries = 0 where booking_id = ${id}`;
          const { status } = await sendAttack(site, complete('boss', value));
          const [row] = await sql<{ status: string }[]>`
              select status::text from public.service_bookings where id = ${id}`;
          if (status < 400 || status > 499 || row?.status !== 'ready')
            throw new Error(`answered ${status}, the booking is ${row?.status}`);
        },
      })),
      {
        tries: 'the right code after five wrong ones',
        changesOwnRows: true,
        async run() {
          await sql`update private.handover_codes set wrong_tries = 5 where booking_id = ${id}`;
          const { status } = await sendAttack(site, complete('boss', '4711'));
          if (status !== 409) throw new Error(`answered ${status}`);
        },
      },
      ...seenByStaff(id).map((request): AttackCase => ({
        tries: `staff read the code: ${request.path.slice(0, 60)}`,
        async run() {
          const { body } = await sendAttack(site, request);
          if (/"4711"/.test(body)) throw new Error(body.slice(0, 100));
        },
      })),
    ];
  },
};

const seenByStaff = (id: string): AttackRequest[] => [
  { as: 'boss', path: `/rest/v1/service_bookings?id=eq.${id}&select=*,booking_events(data),booking_items(name)` },
  { as: 'boss', path: `/rest/v1/service_bookings?select=handover_codes(code)` },
  { as: 'boss', path: '/rest/v1/handover_codes', headers: { 'accept-profile': 'private' } },
  { as: 'boss', method: 'POST', path: '/rest/v1/rpc/get_booking', body: { booking: id } },
  { as: 'boss', path: `/rest/v1/audit_log?select=before,after&order=id.desc&limit=50` },
];
