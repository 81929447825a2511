import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase } from './open-database.ts';
import type { TestDatabase, Tx } from './open-database.ts';

let db: TestDatabase;
before(async () => {
  db = await openDatabase();
});
after(() => db.close());

const bike = 'royal-enfield/classic-350';

async function classOf(tx: Tx): Promise<string> {
  const [model] = await tx<{ price_class: string }[]>`select price_class from public.models where id = ${bike}`;
  return model!.price_class;
}

test('the class of a model follows from its engine, whatever is written', () =>
  db.undo({}, async (tx) => {
    assert.equal(await classOf(tx), 'C3');
    await tx`update public.models set price_class = 'C5' where id = ${bike}`;
    assert.equal(await classOf(tx), 'C3');
    await tx`update public.models set engine_cc = 500.5 where id = ${bike}`;
    assert.equal(await classOf(tx), 'C5');
    await tx`update public.models set engine_cc = 125 where id = ${bike}`;
    assert.equal(await classOf(tx), 'C1');
  }));

test('another limit moves the models between, their prices, and the beginning of the next class', () =>
  db.undo({}, async (tx) => {
    const read = () => tx<{ id: string; price_class: string; price: number }[]>`
      select m.id, m.price_class, o.price from public.models m
      join public.model_offers o on o.model_id = m.id and o.package_slug = 'general-service' order by m.id`;
    const former = await read();
    await tx`update public.price_classes set max_cc = 150 where id = 'C1'`;
    const present = await read();
    const moved = present.filter(({ price_class: now }, at) => now !== former[at]!.price_class);
    const [small] = await tx<{ ids: string[] }[]>`
      select array_agg(id order by id) as ids from public.models where engine_cc > 125 and engine_cc <= 150`;
    assert.deepEqual(
      moved.map(({ id }) => id),
      small!.ids,
    );
    const [price] = await tx<{ price: number }[]>`
      select price from public.package_prices where package_slug = 'general-service' and price_class = 'C1'`;
    assert.deepEqual([...new Set(moved.map((one) => `${one.price_class} ${one.price}`))], [`C1 ${price!.price}`]);
    const classes = await tx<{ id: string; min_cc: number }[]>`select id, min_cc from public.price_classes order by id`;
    assert.deepEqual(
      classes.map(({ id, min_cc: least }) => `${id} ${least}`),
      ['C1 0', 'C2 151', 'C3 201', 'C4 351', 'C5 501'],
    );
  }));

test('an engine that no class has is rejected, and so are two classes with one limit', () =>
  db.undo({}, async (tx) => {
    await assert.rejects(
      tx.savepoint((step) => step`update public.price_classes set max_cc = 200 where id = 'C1'`),
      /price_classes_max_cc_key/,
    );
    await tx`update public.price_classes set max_cc = 1000 where id = 'C5'`;
    await assert.rejects(
      tx.savepoint((step) => step`update public.models set engine_cc = 1200 where id = ${bike}`),
      /query returned no rows/,
    );
  }));
