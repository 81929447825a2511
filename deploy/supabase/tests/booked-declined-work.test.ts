import { rejectionOf } from './open-database.ts';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { bookingRequest, cart } from './booking-request.ts';
import type { Actor, JsonObject } from './open-database.ts';
import { activa, mirror, openWorkInProgress, shoes, tuesday } from './open-work-in-progress.ts';
import { stepTo } from './workshop.ts';

/* Declined work at later visits: it is offered and booked there, and what was done or found again is offered no more. */
const { db, owner, stranger, admin, booked, call, propose, answer, reprice } = await openWorkInProgress();

test('declined work that a later booking does keeps its price: it is not asked a second time', async () => {
  const { extra_work } = await propose(mirror);
  const line = extra_work[0];
  await answer(line, 'later');
  const [later] = await db.sql<{ id: string }[]>`select id from public.declined_work`;
  const items = [...cart('cvt-service'), { id: 'declined-work', quantity: 1, declined: later?.id }];
  const next = await call(owner, 'create_booking', {
    request: activa({ items, date: '2026-11-26', expected_total: 899 + (line?.price ?? 0) }),
  });
  assert.equal(await rejectionOf(reprice(line, 300)), 'PT409 work_done');
  await call(owner, 'cancel_booking', { booking: next['id'] });
  assert.equal((await reprice(line, 300)).extra_work[0]?.status, 'approved');
});

test('declined work is offered at the next booking of the bike, as an add-on, until a live booking does it', async () => {
  const { extra_work } = await propose({ ...shoes, name: 'Rear shoes: Brake Pad / Shoe Replacement' }, mirror);
  await answer(extra_work[0], 'later');
  await answer(extra_work[1], 'no');
  const bike = { model: 'honda/activa-6g', vehicle_number: 'MH 12 ZZ 0042' };
  type Kept = { id: string; item_id: string | null; name: string; price: number; answer: string };
  const kept = async (as: Actor): Promise<Kept[]> => (await call(as, 'list_declined_work', bike)) as unknown as Kept[];
  assert.deepEqual(
    (await kept(owner)).map(({ name, price, answer: said }) => [name, price, said]),
    [
      ['Rear shoes: Brake Pad / Shoe Replacement', 549, 'later'],
      ['Left mirror', 450, 'declined'],
    ],
  );
  assert.equal((await kept(admin)).length, 2, 'staff find it by the plate');
  assert.deepEqual(await kept(stranger), []);

  const [first, second] = await kept(owner);
  const items = [
    { id: 'brake-pad-replacement', quantity: 1, declined: first?.id },
    { id: 'declined-work', quantity: 1, declined: second?.id },
    { id: 'general-service', quantity: 1 },
  ];
  const request = activa({ items, expected_total: 899 + 549 + 450 });
  assert.equal(await rejectionOf(call(stranger, 'create_booking', { request })), 'PT422 items_refused');
  const next = await call(owner, 'create_booking', { request });
  const lines = await db.sql`
    select name, package_type, price from public.booking_items where booking_id = ${String(next['id'])} order by position`;
  assert.deepEqual(
    lines.map((line) => Object.values(line)),
    [
      ['General Service', 'primary', 899],
      ['Rear shoes: Brake Pad / Shoe Replacement', 'addon', 549],
      ['Left mirror', 'addon', 450],
    ],
  );
  assert.deepEqual(await kept(owner), []);
  await call(owner, 'cancel_booking', { booking: next['id'], expected_fee: 0 });
  assert.equal((await kept(owner)).length, 2, 'a cancelled booking gives it back');
});

test('a guest books declined work by the link of the booking with which it was declined, and by no other', async () => {
  const { extra_work } = await propose(shoes, mirror);
  await answer(extra_work[0], 'later');
  await answer(extra_work[1], 'no');
  const link = booked.link;
  const seen = await call('anon', 'get_booking', { manage_token: link });
  const [first, second] = seen['declined_work'] as { id: string; name: string; price: number }[];
  assert.deepEqual([first?.price, second?.name], [549, 'Left mirror']);
  const items = (token?: string): JsonObject[] => [
    { id: 'brake-pad-replacement', quantity: 1, declined: first?.id, ...(token && { link: token }) },
    { id: 'general-service', quantity: 1 },
  ];
  const total = async (token?: string) => {
    const quoted = await call('anon', 'quote', {
      items: items(token) as unknown as JsonObject,
      model: 'honda/activa-6g',
    });
    return [quoted['total'], (quoted['refusals'] as { code: string }[]).map(({ code }) => code)];
  };
  assert.deepEqual(await total(link), [899 + 549, []]);
  for (const other of [undefined, 'a1'.repeat(32)]) assert.deepEqual((await total(other))[1], ['unknown_item']);
  const request = activa({ items: items(link), expected_total: 899 + 549 });
  const next = await call('anon', 'create_booking', { request });
  assert.equal(next['estimated_price'], 899 + 549);
  const left = await call('anon', 'get_booking', { manage_token: link });
  assert.equal((left['declined_work'] as JsonObject[]).length, 1);
});

test('a booking with declined work changes its work: its lines stay at their price, and what goes is offered again', async () => {
  const { extra_work } = await propose(shoes, mirror);
  await answer(extra_work[0], 'later');
  await answer(extra_work[1], 'no');
  const kept = async (): Promise<{ id: string; name: string }[]> =>
    (await call(owner, 'list_declined_work', { model: 'honda/activa-6g' })) as unknown as {
      id: string;
      name: string;
    }[];
  const [first, second] = await kept();
  const items = [
    { id: 'general-service', quantity: 1 },
    { id: 'brake-pad-replacement', quantity: 1, declined: first?.id },
    { id: 'declined-work', quantity: 1, declined: second?.id },
  ];
  const { id } = await call(owner, 'create_booking', {
    request: activa({ items, expected_total: 899 + 549 + 450, approval_limit: 0 }),
  });
  await db.sql`update public.declined_work set price = 999`;
  let expected_version = 0;
  const change = async (slugs: string[], more: JsonObject = {}): Promise<JsonObject> => {
    const changed = await call(admin, 'change_items', {
      booking: id,
      items: cart(...slugs),
      expected_version,
      ...more,
    });
    expected_version = Number(changed['edits']);
    return changed;
  };
  const both = ['brake-pad-replacement', 'declined-work'];
  const [warranty] = await db.sql<{ price: number }[]>`
    select price from public.model_addons where model_id = 'honda/activa-6g' and addon_slug = 'extended-warranty'`;
  const more = 899 + 549 + 450 + (warranty?.price ?? 0);
  const wider = ['general-service', ...both, 'extended-warranty'];
  const asked = await change(wider, { preview: true });
  assert.deepEqual([asked['total'], asked['needs_yes']], [more, true]);
  await change(wider, { ask: true });
  await call(owner, 'answer_items', { booking: id, answer: 'yes', total: more });
  expected_version = 1;
  assert.deepEqual(await kept(), []);
  assert.equal(await rejectionOf(change(['brake-pad-replacement', 'declined-work'])), 'PT422 items_refused');
  const less = await change(['general-service', 'brake-pad-replacement']);
  assert.equal(less['total'], 899 + 549);
  assert.deepEqual(
    (await kept()).map(({ name }) => name),
    ['Left mirror'],
  );
  assert.equal(await rejectionOf(change(['general-service', 'declined-work'])), 'PT422 items_refused');
});

test('declined work without a primary package is no booking', async () => {
  const { extra_work } = await propose(shoes);
  await answer(extra_work[0], 'later');
  const [kept] = (await call(owner, 'list_declined_work', { model: 'honda/activa-6g' })) as unknown as { id: string }[];
  const items = [{ id: 'brake-pad-replacement', quantity: 1, declined: kept?.id }];
  const quoted = await call(owner, 'quote', { items: items as unknown as JsonObject, model: 'honda/activa-6g' });
  assert.deepEqual(
    (quoted['refusals'] as { code: string }[]).map(({ code }) => code),
    ['primary_missing'],
  );
});

const pads = 'brake-pad-replacement';
const model = 'royal-enfield/classic-350';
let windows: string[];
beforeEach(() => {
  windows = ['09:00', '11:00', '14:00', '16:00'];
});

/** A visit of the bike with lines of extra work that were answered. */
async function visit(
  slug: string,
  lines: { name: string; item?: string; status: string }[] = [],
  plate = 'MH 12 ZZ 0042',
) {
  const [offer] = await db.sql<{ price: number }[]>`
    select price from public.model_offers where model_id = ${model} and package_slug = ${slug}`;
  const wish = { items: cart(slug), mode: 'workshop', expected_total: offer?.price, vehicle_number: plate };
  const request = bookingRequest({ ...wish, time: windows.shift() });
  const { id } = await call(owner, 'create_booking', { request });
  for (const [index, { name, item = null, status }] of lines.entries())
    await db.sql`
      insert into public.extra_work (
        booking_id, name, item_id, reason, price, minutes, status, decided_by, decided_at, proposed_at, position
      ) values (
        ${String(id)}, ${name}, ${item}, 'Worn', 999, 30, ${status}, 'customer', now(), now(), ${index + 1}
      )`;
  return String(id);
}
async function complete(booking: string): Promise<void> {
  await db.sql`update public.service_bookings set status = 'ready' where id = ${booking}`;
  await call(admin, 'set_booking_status', { booking, ...stepTo('completed') }, tuesday);
}
const offered = async (): Promise<string[]> => {
  const lines = await call(owner, 'list_declined_work', { model, vehicle_number: 'MH 12 ZZ 0042' });
  return (lines as unknown as { name: string }[]).map(({ name }) => name).sort();
};

test('what is booked at the next visit, or included in it, ends when that visit is completed', async () => {
  await visit('oil-change', [
    { name: 'Rear pads: Brake pads', item: pads, status: 'later' },
    { name: 'Air filter: Air filter replacement', item: 'air-filter', status: 'declined' },
    { name: 'Left mirror', status: 'declined' },
  ]);
  const booked = await visit('comprehensive-service');
  assert.equal((await offered()).length, 3);
  await complete(booked);
  assert.deepEqual(await offered(), ['Left mirror', 'Rear pads: Brake pads']);
  await complete(await visit(pads));
  assert.deepEqual(await offered(), ['Left mirror']);
});

test('what is found again and approved ends, at its own wheel and of this bike alone', async () => {
  await visit('oil-change', [
    { name: 'Front pads: Brake pads', item: pads, status: 'later' },
    { name: 'Rear pads: Brake pads', item: pads, status: 'later' },
    { name: 'Left mirror', status: 'declined' },
  ]);
  const lines = [
    { name: 'Rear pads: Brake pads', item: pads, status: 'approved' },
    { name: 'Left mirror', status: 'approved' },
  ];
  await complete(await visit('oil-change', lines, 'MH 12 ZZ 0099'));
  assert.equal((await offered()).length, 3, 'another bike');
  await complete(await visit('oil-change', lines));
  assert.deepEqual(await offered(), ['Front pads: Brake pads']);
});

test('pads that are booked without a wheel end neither of two findings', async () => {
  const both = ['Front pads: Brake pads', 'Rear pads: Brake pads'];
  await visit('oil-change', both.map((name) => ({ name, item: pads, status: 'later' }))); // oxfmt-ignore
  await complete(await visit(pads));
  assert.deepEqual(await offered(), both);
});

test('what is declined a second time is offered once', async () => {
  const lines = [
    { name: 'Rear pads: Brake pads', item: pads, status: 'later' },
    { name: 'Left mirror', status: 'declined' },
  ];
  await visit('oil-change', lines);
  await visit('oil-change', [...lines, { name: 'Front pads: Brake pads', item: pads, status: 'later' }]);
  assert.deepEqual(await offered(), ['Front pads: Brake pads', 'Left mirror', 'Rear pads: Brake pads']);
});
