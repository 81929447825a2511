import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { hire } from './hire.ts';
import { openDatabase, rejected, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';

/** Don't ask again: what was declined is offered no more. */

let db: TestDatabase;
let owner: Actor;
let desk: Actor;
let booking: JsonObject;
let work: string;

before(async () => {
  db = await openDatabase();
  owner = { user: await db.addUser('owner@example.com') };
  desk = { user: await hire(db, 'desk') };
});
beforeEach(async () => {
  await db.sql`delete from public.service_bookings`;
  booking = await call(owner, 'create_booking', { request: bookingRequest() });
  await db.sql`
    insert into public.extra_work (booking_id, name, reason, price, minutes, status, decided_by, decided_at, proposed_at, position)
    values (${String(booking['id'])}, 'Fork oil and seals', 'Weeps a little', 1999, 90, 'later', 'customer', now(), now(), 1)`;
  [work = ''] = (await db.sql<{ id: string }[]>`select id from public.declined_work`).map(({ id }) => id);
});
after(() => db.close());

const call = (as: Actor, name: string, args: JsonObject): Promise<JsonObject> =>
  db.keep({ as, at: mondayMorning }, (tx) => rpc(tx, name, args));
const offered = async (as: Actor): Promise<number> => {
  const bike = { model: 'royal-enfield/classic-350', vehicle_number: 'MH 12 ZZ 0042' };
  return ((await call(as, 'list_declined_work', bike)) as unknown as unknown[]).length;
};
const inLink = async (): Promise<unknown> =>
  (await call('anon', 'get_booking', { manage_token: booking['manage_token'] }))['declined_work'];

test('it is ended by the account, by the link and by the desk, and offered nowhere any more', async () => {
  for (const [as, key] of [
    [owner, {}],
    ['anon', { manage_token: booking['manage_token'] }],
    [desk, {}],
  ] as [Actor, JsonObject][]) {
    await db.sql`update public.declined_work set ended_at = null`;
    assert.deepEqual([await offered(owner), await offered(desk)], [1, 1]);
    await call(as, 'end_declined_work', { work, ...key });
    assert.deepEqual([await offered(owner), await offered(desk), await inLink()], [0, 0, []]);
  }
  await call(owner, 'end_declined_work', { work });
});

test('ended declined work cannot be booked, and is offered again only when it is found again', async () => {
  await call(owner, 'end_declined_work', { work });
  const items = [{ id: 'oil-change', quantity: 1 }, { id: 'declined-work', quantity: 1, declined: work }]; // oxfmt-ignore
  const quoted = await call(owner, 'quote', {
    items: items as unknown as JsonObject,
    model: 'royal-enfield/classic-350',
  });
  assert.deepEqual(
    (quoted['refusals'] as { code: string }[]).map(({ code }) => code),
    ['unknown_item'],
  );
  await db.sql`
    insert into public.extra_work (booking_id, name, reason, price, minutes, status, decided_by, decided_at, proposed_at, position)
    values (${String(booking['id'])}, 'Fork oil and seals', 'Runs down by now', 1999, 90, 'later', 'customer', now(), now(), 2)`;
  assert.equal(await offered(owner), 1);
});

test('of two bookings at once only one takes it up, and the other is told', async () => {
  const request = (): JsonObject =>
    bookingRequest({
      items: [{ id: 'oil-change', quantity: 1 }, { id: 'declined-work', quantity: 1, declined: work }], // oxfmt-ignore
      expected_total: 999 + 1999,
    });
  let second: Promise<string> | undefined;
  const { id } = await db.keep({ as: owner, at: mondayMorning }, async (tx) => {
    const made = await rpc(tx, 'create_booking', { request: request() });
    second = call(owner, 'create_booking', { request: request() }).then(
      () => 'booked too',
      (error: { code: string; hint: string }) => `${error.code} ${error.hint}`,
    );
    let waiting = 0;
    while (waiting === 0) {
      const [row] = await db.sql<{ waiting: number }[]>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      waiting = row?.waiting ?? 0;
    }
    return made;
  });
  assert.equal(await second, 'PT422 items_refused');
  const [row] = await db.sql`select booked_with from public.declined_work`;
  assert.equal(row?.['booked_with'], id);
});

test('a question about other work ends when another booking takes up its declined work', async () => {
  const items = [{ id: 'oil-change', quantity: 1 }, { id: 'declined-work', quantity: 1, declined: work }] as unknown as JsonObject; // oxfmt-ignore
  const asked = await call(owner, 'create_booking', { request: bookingRequest({ approval_limit: 0 }) });
  await call(desk, 'change_items', { booking: asked['id'], items, expected_version: 0, ask: true });
  await call(owner, 'create_booking', { request: bookingRequest({ items, expected_total: 999 + 1999 }) });
  const error = await rejected(call(owner, 'answer_items', { booking: asked['id'], answer: 'yes', total: 999 + 1999 }));
  assert.equal(error.hint, 'answered');
});

test('two lines in own words, and one item at two places, are booked together and told apart', async () => {
  const pads = 'brake-pad-replacement';
  for (const [position, name, item] of [
    [2, 'Left mirror', null],
    [3, 'Front pads: Brake pads', pads],
    [4, 'Rear pads: Brake pads', pads],
    [5, 'Air filter: Filter', 'air-filter'],
  ] as const)
    await db.sql`
      insert into public.extra_work (
        booking_id, name, item_id, reason, price, minutes, status, decided_by, decided_at, proposed_at, position
      ) values (${String(booking['id'])}, ${name}, ${item}, 'Worn', 450, 30, 'later', 'customer', now(), now(), ${position})`;
  const works = await db.sql<{ id: string; item: string; name: string }[]>`
    select id, coalesce(item_id, 'declined-work') as item, name from public.declined_work order by name`;
  const declined = works.map(({ id, item }) => ({ id: item, quantity: 1, declined: id }));
  const items = [...cart('oil-change'), ...declined] as unknown as JsonObject;
  const { total, refusals, lines } = await call(owner, 'quote', { items, model: 'royal-enfield/classic-350' });
  assert.deepEqual([refusals, (lines as unknown[]).length], [[], 6]);
  const twice = [...cart('oil-change', 'air-filter'), declined[0], declined[1], declined[1]] as unknown as JsonObject;
  const again = await call(owner, 'quote', { items: twice, model: 'royal-enfield/classic-350' });
  assert.equal((again['refusals'] as unknown[]).length, 2, 'the filter is in the cart, the second line is there twice');

  const { id } = await call(owner, 'create_booking', { request: bookingRequest({ items, expected_total: total }) });
  const names = async (): Promise<string[]> =>
    (
      await db.sql<{ name: string }[]>`
        select name from public.booking_items where booking_id = ${String(id)} and package_type = 'addon' order by name`
    ).map(({ name }) => name);
  assert.deepEqual(await names(), works.map(({ name }) => name)); // oxfmt-ignore
  await db.sql`update public.declined_work set price = 999`;
  const change = (list: JsonObject[], expected_version: number): Promise<JsonObject> =>
    call(desk, 'change_items', { booking: id, items: list as unknown as JsonObject, expected_version });
  const bare = declined.map(({ id: item }) => ({ id: item, quantity: 1 }));
  assert.equal((await change([...cart('oil-change'), ...bare], 0))['total'], total, 'each keeps its price');
  const less = works.filter(({ name }) => !/^(Rear|Fork)/.test(name)).map(({ id: work, item }) => ({ id: item, declined: work })); // oxfmt-ignore
  await change([...cart('oil-change'), ...less], 1);
  assert.deepEqual(await names(), ['Air filter: Filter', 'Front pads: Brake pads', 'Left mirror']);
});

test('for everybody else it does not exist', async () => {
  const stranger = { user: await db.addUser('stranger@example.com') };
  for (const as of [
    'anon',
    stranger,
    { user: await hire(db, 'mechanic') },
    { user: await hire(db, 'accountant') },
  ] as const)
    assert.equal((await rejected(call(as, 'end_declined_work', { work }))).hint, 'not_found');
  assert.equal(await offered(owner), 1);
});

test('a plate is looked up by owners, desk and foreman, and by a mechanic for bikes of their jobs', async () => {
  const found = async (as: Actor): Promise<number> => offered(as);
  const [mechanic, ...others] = await Promise.all(
    (['mechanic', 'owner', 'foreman', 'accountant'] as const).map(async (duty) => ({ user: await hire(db, duty, `The ${duty}`) })),
  ); // oxfmt-ignore
  const set = (status: string, person: string | null) =>
    db.sql`update public.service_bookings set status = ${status}, mechanic = ${person} where id = ${String(booking['id'])}`;
  assert.equal(await found(mechanic!), 1, 'it has no mechanic yet');
  await set('inspecting', 'Somebody else');
  assert.equal(await found(mechanic!), 0);
  assert.deepEqual(await Promise.all([desk, ...others].map(found)), [1, 1, 1, 0]);
  await set('inspecting', 'The mechanic');
  assert.equal(await found(mechanic!), 1);
  await set('completed', null);
  assert.equal(await found(mechanic!), 0);
  // The bike comes again, to this mechanic.
  await call(owner, 'create_booking', { request: bookingRequest({ time: '14:00' }) });
  assert.equal(await found(mechanic!), 1);
  await db.sql`update public.service_bookings set mechanic = 'Somebody else'`;
  const items = [
    { id: 'oil-change', quantity: 1 },
    { id: 'declined-work', quantity: 1, declined: work },
  ];
  const quoted = async (as: Actor) =>
    (await call(as, 'quote', { items: items as unknown as JsonObject, model: 'royal-enfield/classic-350' }))[
      'refusals'
    ];
  assert.equal(JSON.stringify(await quoted(mechanic!)).includes('unknown_item'), true);
  assert.equal(JSON.stringify(await quoted(desk)).includes('unknown_item'), false);
});

test('of a bike without a plate owner and desk see it by the number that booked it, and book it; no one else does', async () => {
  await db.sql`delete from public.service_bookings`;
  const noPlate = { vehicle_number: '', plate_not_issued: true };
  const decline = async (changes: JsonObject): Promise<string> => {
    const { id } = await call('anon', 'create_booking', { request: bookingRequest({ ...noPlate, ...changes }) });
    const [line] = await db.sql<{ id: string }[]>`
      insert into public.extra_work
        (booking_id, name, reason, price, minutes, status, decided_by, decided_at, proposed_at, position)
      values (${String(id)}, 'Fork oil and seals', 'Weeps', 1999, 90, 'later', 'customer', now(), now(), 1) returning id`;
    const [row] = await db.sql<{ id: string }[]>`
      select id from public.declined_work where extra_work_id = ${String(line?.id)}`;
    return String(row?.id);
  };
  const [hers, anothers] = [
    await decline({ chassis_last5: 'AB1Z9' }),
    await decline({ chassis_last5: 'CD2Y8', phone: '90000 00077', time: '14:00' }),
  ];
  const boss: Actor = { user: await hire(db, 'owner') };
  const shown = async (as: Actor, phone: string): Promise<string[]> => {
    const { bikes } = await call(as, 'get_caller', { phone });
    return (bikes as { declined: { id: string }[] }[]).flatMap(({ declined }) => declined.map(({ id }) => id));
  };
  const refusals = async (as: Actor): Promise<string[]> => {
    const items = [...cart('oil-change'), { id: 'declined-work', quantity: 1, declined: hers }];
    const quoted = await call(as, 'quote', {
      items: items as unknown as JsonObject,
      model: 'royal-enfield/classic-350',
    });
    return (quoted['refusals'] as { code: string }[]).map(({ code }) => code);
  };
  for (const as of [desk, boss]) {
    assert.deepEqual(
      [await shown(as, '90000 00012'), await shown(as, '90000 00077'), await refusals(as)],
      [[hers], [anothers], []],
    );
    assert.equal(await offered(as), 0, 'no strangers of that model in a list by model');
  }
  const others: Actor[] = [owner, 'anon'];
  for (const duty of ['foreman', 'mechanic', 'accountant'] as const) others.push({ user: await hire(db, duty) });
  for (const as of others) {
    assert.deepEqual(await refusals(as), ['unknown_item']);
    assert.match((await rejected(shown(as, '90000 00012'))).code, /^(PT403|42501)$/);
  }
  await call(desk, 'end_declined_work', { work: hers });
  assert.deepEqual([await shown(desk, '90000 00012'), await refusals(desk)], [[], ['unknown_item']]);
});
