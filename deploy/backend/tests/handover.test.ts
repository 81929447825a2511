import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openAttackedShop, type AttackedShop } from '../testing/attacked-shop.ts';

/**
 * The database returns this rejection instead of raising it, so the attempt stays counted; over HTTP it looks like any
 * other.
 */

let shop: AttackedShop;
before(async () => {
  shop = await openAttackedShop();
});
after(() => shop.site.stop());

test('a wrong handover code is rejected with its message and counted, and nothing else happens', async () => {
  const { sql } = shop.site.backend;
  const { id } = await shop.book(shop.customer.client);
  await sql`update service_bookings set status = 'ready', booking_date = private.today() where id = ${id}`;
  const [row] = await sql<{ code: string }[]>`select code from private.handover_codes where booking_id = ${id}`;
  const wrong = row?.code === '0000' ? '0001' : '0000';
  const complete = (handover_code: unknown) =>
    shop.boss.client.rpc('set_booking_status', { booking: id, to_status: 'completed', handover_code });
  for (const left of [4, 3]) {
    const { status, data, error } = await complete(wrong);
    assert.equal(status, 422);
    assert.equal(data, null);
    assert.equal(error?.hint, 'wrong_code');
    assert.equal(error?.details, `{"tries_left": ${left}}`);
  }
  const [after] = await sql`
    select b.status, h.wrong_tries from service_bookings b join private.handover_codes h on h.booking_id = b.id
    where b.id = ${id}`;
  assert.deepEqual({ ...after }, { status: 'ready', wrong_tries: 2 });
  for (const odd of [[row?.code], { code: row?.code }]) {
    const { status, error } = await complete(odd);
    assert.deepEqual([status, error?.hint], [422, 'code_figures'], JSON.stringify(odd));
  }
  const done = await complete(row?.code);
  assert.deepEqual([done.status, (done.data as { status: string }).status], [200, 'completed']);
});
