import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase, rejected, rpc } from './open-database.ts';
import type { JsonObject, TestDatabase } from './open-database.ts';
import { cart } from './booking-request.ts';

let db: TestDatabase;
before(async () => {
  db = await openDatabase();
});
after(() => db.close());

const classic = 'royal-enfield/classic-350';
const activa = 'honda/activa-6g';

function quote(model: string, items: unknown, mode = 'workshop'): Promise<JsonObject> {
  return db.undo({ as: 'anon' }, (tx) => rpc(tx, 'quote', { items: items as JsonObject, model, mode }));
}

function refusals(result: JsonObject): string[] {
  return (result['refusals'] as { item_id: string; code: string }[]).map((r) => `${r.item_id}: ${r.code}`);
}

/** `item quantity×price` of each line. */
function lines(result: JsonObject): string[] {
  return (result['lines'] as { item_id: string; quantity: number; unit_price: number }[]).map(
    (line) => `${line.item_id} ${line.quantity}×${line.unit_price}`,
  );
}

test('General Service with the longer warranty on a Classic 350 costs 2048 rupees, with tax split to the paisa', async () => {
  const result = await quote(classic, cart('general-service', 'extended-warranty'));
  assert.deepEqual(lines(result), ['general-service 1×1699', 'extended-warranty 1×349']);
  assert.deepEqual(
    [result['total'], result['taxable_paise'], result['tax_paise'], result['cgst_paise'], result['sgst_paise']],
    [2048, 173560, 31240, 15620, 15620],
  );
  assert.equal(result['minutes'], 105);
});

const worked: [string, string, string[], string, number, number, string[]][] = [
  ['Activa 6G, General Service', activa, ['general-service'], 'workshop', 899, 90, []],
  [
    'Activa 6G and chain lube: belt drive',
    activa,
    ['general-service', 'chain-lube'],
    'workshop',
    899,
    90,
    ['chain-lube: does_not_fit'],
  ],
  [
    'Classic 350, Comprehensive and chain lube: already in it',
    classic,
    ['comprehensive-service', 'chain-lube'],
    'workshop',
    2599,
    165,
    ['chain-lube: already_included'],
  ],
  ['390 Duke, Comprehensive, fetched free', 'ktm/390-duke', ['comprehensive-service'], 'pickup', 3399, 180, []],
  [
    '390 Duke, Comprehensive, not at the gate',
    'ktm/390-duke',
    ['comprehensive-service'],
    'doorstep',
    0,
    0,
    ['comprehensive-service: mode_not_offered'],
  ],
  ['Activa 6G, Foam Wash with pickup for 149', activa, ['foam-wash-polish'], 'pickup', 398, 45, []],
  [
    'Interceptor 650, wash with pickup for 249',
    'royal-enfield/interceptor-650',
    ['foam-wash-polish'],
    'pickup',
    748,
    90,
    [],
  ],
  [
    'inspection is not done with pickup',
    classic,
    ['pre-purchase-inspection'],
    'pickup',
    0,
    0,
    ['pre-purchase-inspection: mode_not_offered'],
  ],
  ['a chain package for a scooter', activa, ['chain-cleaning'], 'workshop', 0, 0, ['chain-cleaning: wrong_drive']],
  ['a belt package for a bike with a chain', classic, ['cvt-service'], 'workshop', 0, 0, ['cvt-service: wrong_drive']],
  [
    'no cartridge in small engines',
    activa,
    ['general-service', 'oil-filter'],
    'workshop',
    899,
    90,
    ['oil-filter: does_not_fit'],
  ],
  [
    'no fluid where there are drums',
    activa,
    ['general-service', 'brake-fluid'],
    'workshop',
    899,
    90,
    ['brake-fluid: does_not_fit'],
  ],
  [
    'no coolant in an air-cooled engine',
    classic,
    ['general-service', 'coolant-topup'],
    'workshop',
    1699,
    105,
    ['coolant-topup: does_not_fit'],
  ],
  [
    'coolant is not sold for the smallest class',
    'ktm/125-duke',
    ['general-service', 'coolant-topup'],
    'workshop',
    899,
    90,
    ['coolant-topup: wrong_engine_size'],
  ],
  [
    'no fault scan on a carburettor',
    'yamaha/saluto-125',
    ['general-service', 'ecu-scan'],
    'workshop',
    899,
    90,
    ['ecu-scan: does_not_fit'],
  ],
  [
    'pickup is not an item',
    activa,
    ['general-service', 'pickup-drop'],
    'workshop',
    899,
    90,
    ['pickup-drop: pickup_by_place'],
  ],
  [
    'express is not sold yet',
    activa,
    ['general-service', 'express-2hr'],
    'workshop',
    899,
    90,
    ['express-2hr: not_sold'],
  ],
  ['one main service', activa, ['general-service', 'oil-change'], 'workshop', 899, 90, ['oil-change: second_primary']],
  ['add-ons alone', activa, ['foam-wash'], 'workshop', 149, 20, ['null: primary_missing']],
  ['an unknown item', activa, ['oil-change', 'nonsense'], 'workshop', 449, 30, ['nonsense: unknown_item']],
  [
    'the same item twice',
    activa,
    ['oil-change', 'foam-wash', 'foam-wash'],
    'workshop',
    598,
    50,
    ['foam-wash: duplicate'],
  ],
];
for (const [name, model, items, mode, total, minutes, rejections] of worked) {
  test(`${name}: ${total} rupees`, async () => {
    const result = await quote(model, cart(...items), mode);
    assert.equal(result['total'], total);
    assert.equal(result['minutes'], minutes);
    assert.deepEqual(refusals(result), rejections);
  });
}

test('pickup is a line: free from 999 rupees, priced by class below', async () => {
  assert.deepEqual(lines(await quote(activa, cart('foam-wash-polish'), 'pickup')), [
    'foam-wash-polish 1×249',
    'pickup-drop 1×149',
  ]);
  const free = await quote('ktm/390-duke', cart('comprehensive-service'), 'pickup');
  assert.deepEqual(lines(free), ['comprehensive-service 1×3399', 'pickup-drop 1×0']);
  assert.equal(free['free_pickup'], true);
  assert.equal((await quote('royal-enfield/himalayan-450', cart('brake-service'), 'pickup'))['total'], 899 + 199);
});

test('only punctures have a quantity, and each adds its price and minutes', async () => {
  const two = await quote(classic, [...cart('oil-change'), { id: 'puncture-tubeless', quantity: 2 }]);
  assert.equal(two['total'], 999 + 2 * 129);
  assert.equal(two['minutes'], 45 + 2 * 15);
  for (const [id, quantity] of [
    ['puncture-tubeless', 5],
    ['puncture-tubeless', 0],
    ['foam-wash', 2],
    ['foam-wash', -1],
    ['foam-wash', 1.5],
    ['foam-wash', 'x'],
    ['oil-change', 2],
    ['oil-change', 1e12],
  ]) {
    const items = [...cart('oil-change').filter((item) => item.id !== id), { id, quantity }];
    assert.deepEqual(refusals(await quote(classic, items)), [`${id}: quantity`], `${id} ${quantity}`);
  }
});

test('all packages are priced by class, not by brand', async () => {
  const rows = await db.sql<{ wrong: string }[]>`
    select o.model_id || ' ' || o.package_slug as wrong
    from public.model_offers o
    join public.models m on m.id = o.model_id
    join public.package_prices p on p.package_slug = o.package_slug and p.price_class = m.price_class
    where o.price <> (public.quote(jsonb_build_array(jsonb_build_object('id', o.package_slug)), o.model_id) ->> 'total')::int
      and 'workshop' = any (o.modes)`;
  assert.deepEqual(
    rows.map((row) => row.wrong),
    [],
  );
});

test('the quote accepts exactly the add-ons of model_addons that the package does not include', async () => {
  const [row] = await db.sql<{ differences: number }[]>`
    with pairs as (
      select m.id as model, a.slug as addon, v.addon_slug is not null and not 'brake-service' = any (v.included_in) as offered
      from public.models m cross join public.addons a
      left join public.model_addons v on v.model_id = m.id and v.addon_slug = a.slug
    )
    select count(*)::int as differences from pairs
    where offered <> (public.quote(
      jsonb_build_array('{"id": "brake-service"}'::jsonb, jsonb_build_object('id', addon)), model
    ) -> 'refusals' = '[]')`;
  assert.equal(row?.differences, 0);
});

test('invalid input is rejected with its code', async () => {
  assert.equal((await rejected(quote('honda/unknown', cart('oil-change')))).hint, 'model');
  assert.equal((await rejected(quote(activa, cart('oil-change'), 'moon'))).hint, 'mode');
  for (const items of [
    { id: 'oil-change' },
    [1],
    [{ slug: 'oil-change' }],
    Array.from({ length: 21 }, () => ({ id: 'x' })),
  ]) {
    const error = await rejected(quote(activa, items));
    assert.deepEqual([error.code, error.hint], ['PT422', 'items']);
  }
});
