import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callWith, stateOf } from '../../backend/testing/attacked-functions.ts';
import type { AttackedShop } from '../../backend/testing/attacked-shop.ts';
import { openAttackedShop } from '../../backend/testing/attacked-shop.ts';
import { embeddedWorkers } from '../embedded-workers.ts';

let shop: AttackedShop;
before(async () => {
  shop = await openAttackedShop(embeddedWorkers({ messageWorker: false }));
});
after(() => shop.site.stop());

test('an order for an online payment needs the link of its own booking', async () => {
  const [booked, other] = [await shop.book(shop.customer.client), await shop.book(shop.visitor)];
  const before = await stateOf(shop, booked);
  const order = (manage_token?: string) =>
    callWith(shop, shop.site.backend.anonKey, '/payments/v1/orders', { booking: booked.id, manage_token });
  for (const token of [undefined, other.manage_token, '', '%', `${booked.manage_token} `]) {
    const { status, text } = await order(token);
    assert.equal(status, 404, `${token} answered ${status}`);
    assert.doesNotMatch(text, /checkout|amount/);
  }
  assert.equal(await stateOf(shop, booked), before);
  assert.equal((await order(booked.manage_token)).status, 200);
});
