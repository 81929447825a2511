import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadSeed } from '../seed/load-seed.ts';
import { seedDatabase } from '../seed/seed-database.ts';
import { openDatabase } from './open-database.ts';
import type { TestDatabase } from './open-database.ts';

let db: TestDatabase;
before(async () => {
  db = await openDatabase();
});
after(() => db.close());

async function list(query: string): Promise<unknown[]> {
  const rows = await db.sql.unsafe<Record<string, unknown>[]>(query);
  return rows.map((row) => Object.values(row)[0]);
}

async function count(table: string): Promise<number> {
  return Number((await list(`select count(*) from public.${table}`))[0]);
}

const counts: Record<string, number> = {
  brands: 6,
  price_classes: 5,
  models: 68,
  categories: 9,
  packages: 22,
  package_prices: 107,
  addons: 17,
  addon_prices: 83,
  areas: 12,
  area_pins: 8,
  faqs: 22,
  posts: 12,
  business_hours: 7,
  arrival_windows: 27,
  service_modes: 3,
  capacities: 3,
  closures: 10,
  coupons: 4,
  shop: 1,
};
for (const [table, expected] of Object.entries(counts)) {
  test(`${table} has ${expected} rows`, async () => {
    assert.equal(await count(table), expected);
  });
}

test('the number of models by brand and by class is as specified', async () => {
  const brands = `select brand_slug || ' ' || count(*) from public.models group by brand_slug order by 1`;
  assert.deepEqual(await list(brands), ['hero 12', 'honda 11', 'ktm 10', 'royal-enfield 12', 'tvs 12', 'yamaha 11']);
  const wrong = `
    select m.id from public.models m join public.price_classes c on c.id = m.price_class
    where not (m.engine_cc > coalesce((select max(o.max_cc) from public.price_classes o where o.id < c.id), 0)
      and (c.max_cc is null or m.engine_cc <= c.max_cc))`;
  assert.deepEqual(await list(wrong), []);
});

// Every page with a list of bikes carries them.
test('no other spelling of a model repeats the beginning of its name or of another spelling', async () => {
  const models = await db.sql<{ name: string; search_names: string }[]>`select name, search_names from public.models`;
  const comparable = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const repeated = models.flatMap(({ name, search_names: others }) => {
    const spellings = [name, ...(others ? others.split(',') : [])].map(comparable);
    return spellings.filter(
      (one, index) => index > 0 && spellings.some((other, at) => at !== index && other.startsWith(one)),
    );
  });
  assert.deepEqual(repeated, []);
});

test('a job card has its 12, 25, 40 or 60 lines for every model', async () => {
  const wrong = `
    select o.model_id || ' ' || o.package_slug || ' ' || count(c.label)
    from public.model_offers o
    join public.model_job_cards c on c.model_id = o.model_id and c.package_slug = o.package_slug and c.kind = 'included'
    where o.checks is not null
    group by o.model_id, o.package_slug, o.checks having count(c.label) <> o.checks`;
  assert.deepEqual(await list(wrong), []);
  const sold = `select slug || ' ' || checks from public.packages where checks is not null order by checks`;
  assert.deepEqual(await list(sold), [
    'basic-service 12',
    'general-service 25',
    'comprehensive-service 40',
    'pre-purchase-inspection 60',
  ]);
});

test('every package has included and excluded lines, no duplicates, and no unknown condition or package', async () => {
  const kinds = `
    select p.slug from public.packages p
    where (select count(distinct kind) from public.package_items i where i.package_slug = p.slug) < 2`;
  assert.deepEqual(await list(kinds), []);
  const twice = `
    select model_id || ' ' || package_slug || ' ' || label from public.model_job_cards
    group by model_id, package_slug, kind, label having count(*) > 1`;
  assert.deepEqual(await list(twice), []);
  const unknown = `
    select applies from public.package_items where applies not in (select trait from public.model_traits)
    union select see_package from public.package_items where see_package not in (select slug from public.packages)
    union select condition from public.addons where condition not in (select trait from public.model_traits)
    union select condition from public.packages where condition not in (select trait from public.model_traits)`;
  assert.deepEqual(await list(unknown), []);
});

test('no add-on is sold with a package that includes it', async () => {
  const ruled = `
    select package_slug || ': ' || string_agg(addon_slug, ' ' order by addon_slug)
    from public.package_addons_included
    where package_slug in ('basic-service', 'general-service', 'comprehensive-service')
    group by package_slug order by 1`;
  assert.deepEqual(await list(ruled), [
    'basic-service: chain-lube',
    'comprehensive-service: air-filter battery-health brake-fluid chain-lube foam-wash oil-filter spark-plug throttle-body-clean',
    'general-service: chain-lube foam-wash',
  ]);
  const clash = `
    select i.package_slug || ' ' || i.addon_slug
    from public.package_items i
    join public.package_addons_included x on x.package_slug = i.package_slug and x.addon_slug = i.addon_slug
    where i.kind = 'excluded'`;
  assert.deepEqual(await list(clash), []);
});

test('pickup and express are never offered as add-ons', async () => {
  const sold = `select addon_slug from public.model_addons where addon_slug in ('pickup-drop', 'express-2hr') limit 1`;
  assert.deepEqual(await list(sold), []);
  assert.deepEqual(await list(`select count(distinct addon_slug)::int from public.model_addons`), [15]);
});

test('every brand, area, category, package, question, article and page has its text', async () => {
  const empty = `
    select 'brand ' || slug from public.brands where char_length(story_md) < 100
    union all select 'area ' || slug from public.areas where char_length(story_md) < 100 or colour = ''
    union all select 'category ' || slug from public.categories where char_length(intro_md) < 100 or summary = ''
    union all select 'package ' || slug from public.packages where '' in (summary, lead, story_md)
    union all select 'faq ' || id from public.faqs where char_length(answer_md) < 80 or '' in (topic, question)
    union all select 'post ' || slug from public.posts where char_length(body_md) < 2000 or '' in (title, lead, author)`;
  assert.deepEqual(await list(empty), []);
  assert.ok((await count('reviews')) >= 10);
  assert.deepEqual(await list('select distinct is_sample from public.reviews'), [true]);
});

test('no text promises hours that nothing counts', async () => {
  const seed = join(import.meta.dirname, '..', 'seed');
  const promises: string[] = [];
  for (const name of await readdir(seed, { recursive: true }))
    if (/\.(?:md|csv)$/.test(name))
      for (const [words] of (await readFile(join(seed, name), 'utf8')).matchAll(/\b(?:with)?in \w+ hours?\b/gi))
        promises.push(words.toLowerCase());
  // Of the free re-check: private.recheck_until.
  assert.deepEqual(new Set(promises), new Set(['within 48 hours']));
});

test('no add-on promises a paper or a report that nothing keeps', async () => {
  const promised = await list(`select slug from public.addons where name || summary ~* 'paper|print|report'`);
  assert.deepEqual(promised, []);
});

test('every text file belongs to a row', async () => {
  const tables = await loadSeed({ demo: true });
  for (const [folder, table] of [
    ['brands', 'brands'],
    ['areas', 'areas'],
    ['categories', 'categories'],
    ['packages', 'packages'],
    ['job-cards', 'packages'],
  ] as const) {
    const names = await readdir(join(import.meta.dirname, '../seed', folder));
    const slugs = new Set((tables.get(table) ?? []).map((row) => row['slug']));
    const strangers = names.map((name) => name.replace(/\.\w+$/, '')).filter((name) => !slugs.has(name));
    assert.deepEqual(strangers, [], folder);
  }
});

test('people and phone numbers are visibly fictitious', async () => {
  assert.deepEqual(await list('select phone from public.shop where is_demo'), ['+919000000010']);
  assert.deepEqual(await list(`select email from public.shop where email not like '%@example.com'`), []);
});

/** All rows of the tables that the files fill. */
async function rowsOfFiles(): Promise<Map<string, unknown[]>> {
  const tables = [...(await loadSeed({ demo: true })).keys(), 'closures'];
  const rows = new Map<string, unknown[]>();
  for (const table of tables) rows.set(table, await list(`select to_jsonb(t) from public.${table} t order by t::text`));
  return rows;
}

test('seeding a filled database keeps every edit of the owner, also when the files have changed', async () => {
  await db.sql`update public.package_prices set price = 950 where package_slug = 'general-service' and price_class = 'C1'`;
  await db.sql`delete from public.addon_prices where addon_slug = 'chain-lube' and price_class = 'C1'`;
  await db.sql`update public.faqs set answer_md = 'Our own words' where id = (select min(id) from public.faqs)`;
  await db.sql`insert into public.faqs (id, topic, question, answer_md, sort) values (900, 'Prices', 'Ours?', 'Yes.', 900)`;
  await db.sql`delete from public.posts where slug = (select min(slug) from public.posts)`;
  await db.sql`delete from public.arrival_windows where weekday = 6`;
  await db.sql`update public.business_hours set opens = '10:00' where weekday = 1`;
  await db.sql`update public.areas set story_md = 'Our own area' where slug = 'camp'`;
  await db.sql`update public.shop set phone = '+919000000077'`;
  await db.sql`delete from public.coupons where code = 'FIRST100'`;
  await db.sql`update public.closures set reason = 'Ours' where date = (select min(date) from public.closures)`;
  // An earlier seeder remembered the files it had read under this name and compared.
  await db.sql`
    insert into private.settings (name, value) values ('seed_version', 'files of an earlier release')
    on conflict (name) do update set value = excluded.value`;
  const edited = await rowsOfFiles();
  assert.deepEqual(await seedDatabase(db.sql, { demo: true }), { seeded: false });
  assert.deepEqual(await rowsOfFiles(), edited);
});

test('a fixed holiday is added once a year, and stays deleted when the shop deletes it', async () => {
  const dates = (): Promise<unknown[]> => list(`select date::text from public.closures order by date`);
  const [first, ...others] = await dates();
  await db.sql`delete from public.closures where date = ${String(first)}`;
  await seedDatabase(db.sql, { demo: true });
  assert.deepEqual(await dates(), others);

  const thisYear = others.slice(0, 4);
  const nextYear = others.slice(4);
  await db.sql`delete from public.closures where date in ${db.sql(nextYear.map(String))}`;
  await db.sql`update private.settings set value = ${[first, ...thisYear].join(' ')} where name = 'holidays_added'`;
  await seedDatabase(db.sql, { demo: true });
  assert.deepEqual(await dates(), others);
});

test('a half day that ends before the shop opens is skipped, and the start succeeds', async () => {
  await db.sql`delete from private.settings where name = 'holidays_added'`;
  await db.sql`delete from public.closures where closes_at is not null`;
  await db.sql`update public.business_hours set opens = '14:00', closes = '19:00'`;
  await seedDatabase(db.sql, { demo: true });
  assert.equal(await count('closures'), 8);
});

test('without the demo only the sample reviews are removed', async () => {
  const before = await rowsOfFiles();
  assert.notEqual(before.get('reviews')?.length, 0);
  assert.deepEqual(await seedDatabase(db.sql, { demo: false }), { seeded: false });
  before.set('reviews', []);
  assert.deepEqual(await rowsOfFiles(), before);
});

test('a database with one row of the owner is not seeded; an empty database is filled within 3 s', async () => {
  const tables = [...(await loadSeed({ demo: true })).keys()];
  for (const table of tables.reverse()) await db.sql.unsafe(`delete from public.${table}`);
  await db.sql`insert into public.business_hours (weekday, opens, closes) values (1, '10:00', '18:00')`;
  assert.deepEqual(await seedDatabase(db.sql, { demo: false }), { seeded: false });
  assert.equal(await count('brands'), 0);

  await db.sql`delete from public.business_hours`;
  const started = performance.now();
  assert.deepEqual(await seedDatabase(db.sql, { demo: false }), { seeded: true });
  assert.ok(performance.now() - started < 3000);
  assert.equal(await count('models'), 68);
  assert.equal(await count('reviews'), 0);
});

test('work fits the tyres and the clutch of a bike: no plates for a moped, no tubeless tyre or plug for tubes', async () => {
  const offered = (slug: string) => `
    select model_slug from public.model_offers where package_slug = '${slug}' and model_slug in
      ('xl100', 'activa-6g', 'bullet-350', 'classic-350', 'fz-x') order by 1`;
  assert.deepEqual(await list(offered('clutch-plate-replacement')), ['bullet-350', 'classic-350', 'fz-x']);
  assert.deepEqual(await list(offered('tyre-replacement')), ['activa-6g', 'classic-350', 'fz-x', 'xl100']);
  const plugs = `
    select model_id from public.model_addons where addon_slug = 'puncture-tubeless' and model_id like 'royal-enfield/%350'
    order by 1`;
  assert.ok(!(await list(plugs)).includes('royal-enfield/bullet-350'));
  const points = `
    select point from public.model_inspections
    where model_id = 'tvs/xl100' and package_slug = 'general-service' and point in ('clutch-throttle', 'throttle-cable')`;
  assert.deepEqual(await list(points), ['throttle-cable']);
});

test('every scooter has oil of class MB, every geared bike of MA or MA2, where we name one', async () => {
  const wrong = `
    select id from public.models
    where jaso is not null and (jaso = 'MB') <> (drive = 'belt_cvt') or (jaso is not null and oil_grade is null)`;
  assert.deepEqual(await list(wrong), []);
  assert.deepEqual(await list(`select slug from public.models where oil_grade is null order by 1`), [
    ...['390-duke', 'apache-rr-310', 'mavrick-440', 'xl100'],
  ]);
});
