import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openAttackedShop, type AttackedShop } from '../testing/attacked-shop.ts';

/** A refusal that the database answers and does not raise: over HTTP it looks like any other, and its try is kept. */

let shop: AttackedShop;
before(async () => {
  shop = await openAttackedShop();
});
after(() => shop.site.stop());

test('a wrong handover code is refused with its sentence, remembered, and nothing else happens', async () => {
  const { sql } = shop.site.backend;
  const { id } = await shop.book(shop.customer.client);
  await sql`update service_bookings set status = 'ready' where id = ${id}`;
  const [row] = await sql<{ code: string }[]>`select code from private.handover_codes where booking_id = ${id}`;
  const wrong = row?.code === '0000' ? '0001' : '0000';
  const complete = (handover_code: unknown) =>
    shop.boss.client.rpc('set_booking_status', { booking: id, to_status: 'completed', handover_code });
  for (const left of ['4 tries are left.', '3 tries are left.']) {
    const { status, data, error } = await complete(wrong);
    assert.equal(status, 422);
    assert.equal(data, null);
    assert.equal(error?.message, `This is not the code of this booking. ${left}`);
    assert.equal(error?.hint, 'handover_code');
  }
  const [after] = await sql`
    select b.status, h.wrong_tries from service_bookings b join private.handover_codes h on h.booking_id = b.id
    where b.id = ${id}`;
  assert.deepEqual({ ...after }, { status: 'ready', wrong_tries: 2 });
  const done = await complete(row?.code);
  assert.deepEqual([done.status, (done.data as { status: string }).status], [200, 'completed']);
});
