import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { CallableFunction } from '../testing/attacked-functions.ts';
import { argumentsFor, callableFunctions, callWith, prepared } from '../testing/attacked-functions.ts';
import { attacksOn, foundations, injections } from '../testing/injections.ts';
import type { AttackedShop, AttackedBooking } from '../testing/attacked-shop.ts';
import { ofStaff, takeJson, wantedBooking } from '../testing/json-arguments.ts';
import type { JsonObject } from '../../supabase/tests/open-database.ts';
import { job, openAttackedShop } from '../testing/attacked-shop.ts';

let shop: AttackedShop;
let lasting: AttackedBooking;
let everything: CallableFunction[];

before(async () => {
  shop = await openAttackedShop();
  // Each attack on a function of staff has a booking of its own: a month has not so many places.
  await shop.site.backend.sql`update public.capacities set places = 1000`;
  lasting = await shop.book(shop.customer.client);
  everything = await callableFunctions(shop);
});
after(() => shop.site.stop());

/** What only staff may send with a booking: a visitor's is refused, or not read. */
const forCallers = ['on_behalf', 'group_id', 'callback', 'waiting'];

test('SQL in every field of a booking is rejected, or stored as it was typed', async () => {
  const before = await foundations(shop);
  const { request } = await shop.book(shop.visitor, { mode: 'workshop' });
  const address = { line: 'B-1204, Sample Heights', landmark: 'tank', area: 'kondhwa', pin: '411048' };
  const fields = [
    ...Object.keys(request),
    'email',
    'odometer_km',
    'model_year',
    'chassis_last5',
    'coupon',
    'gstin',
    'approval_limit',
    'proof',
    'website',
    ...forCallers,
  ];
  const places: ((words: string) => JsonObject)[] = [
    ...fields.map((field) => (words: string) => ({ [field]: words })),
    ...Object.keys(address).map((field) => (words: string) => ({
      mode: 'doorstep',
      address: { ...address, [field]: words },
    })),
    (words) => ({ items: [{ id: words, quantity: 1 }] }),
    (words) => ({ items: [{ id: 'oil-change', quantity: words }] }),
    (words) => ({ items: [{ id: 're-check', quantity: 1, recheck: words }] }),
  ];
  for (const { place, words } of attacksOn(places)) {
    const changes = place(words);
    const { status } = await shop.visitor.rpc('create_booking', {
      request: { ...request, request_id: randomUUID(), date: '2020-01-01', ...changes },
    });
    assert.ok(status >= 400 && status < 500, `${JSON.stringify(changes)} answered ${status}`);
  }
  assert.deepEqual(await foundations(shop), before);
  const [notes = ''] = injections;
  const { id, manage_token } = await shop.book(shop.visitor, { notes });
  const read = await shop.visitor.rpc('get_booking', { manage_token });
  assert.equal((read.data as JsonObject)['notes'], notes);
  const reason = injections[1];
  const cancelled = await shop.visitor.rpc('cancel_booking', { booking: id, manage_token, reason });
  assert.equal((cancelled.data as JsonObject)['cancel_reason'], reason);
});

/** The places of all texts, numbers and flags in a value: '0.name', 'address.line'. */
function placesIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [''];
  return Object.entries(value).flatMap(([key, inner]) =>
    placesIn(inner).map((place) => (place === '' ? key : `${key}.${place}`)),
  );
}

function replaced(value: unknown, place: string, words: string): unknown {
  const copy = structuredClone(value) as JsonObject;
  const keys = place.split('.');
  const last = keys.pop() ?? '';
  const inside = keys.reduce((found, key) => found[key] as JsonObject, copy);
  inside[last] = words;
  return copy;
}

let attempts = 0;
/** Every attempt is unique, so that a stored one can be identified. */
const numbered = (words: string): string => `${words} no.${(attempts += 1)};`;

/** The columns of a table that contain the numbered words, with '…' where they were changed. */
async function columnsWith(table: string, words: string): Promise<string[]> {
  const rows = await shop.site.backend.sql.unsafe<{ key: string }[]>(
    `select distinct case when v.value = $1::text then v.key else v.key || '…' end as key
    from public.${table} t, jsonb_each_text(to_jsonb(t)) v
    where strpos(v.value, $2::text) > 0 order by 1`,
    [words, words.split(' ').at(-1) ?? ''],
  );
  return rows.map(({ key }) => key);
}

/** Arguments that the function accepts; the call may be made once. */
async function freshCall(name: string): Promise<JsonObject> {
  const { booked, line } = ofStaff.has(name) ? await prepared(shop, name) : { booked: lasting, line: randomUUID() };
  const usual = await argumentsFor(shop, name, booked, line);
  if (name === 'hold_slot' || name === 'hold_for_caller') return { ...usual, request_id: randomUUID() };
  if (name === 'join_waitlist') return { request: { ...wantedBooking, ...(usual['request'] as JsonObject) } };
  if (name !== 'create_booking') return usual;
  const items = takeJson[name]?.example as JsonObject;
  const { data } = await shop.visitor.rpc('list_slots', { ...job, mode: 'doorstep', days: 31 });
  const { date, start } = (data as { first_free: { date: string; start: string } }).first_free;
  const priced = await shop.visitor.rpc('quote', { ...job, mode: 'doorstep', pin: '411048' });
  const { total } = priced.data as { total: number };
  return { request: { ...items, request_id: randomUUID(), date, time: start, expected_total: total } };
}

test('SQL in every text inside JSON is rejected, or stored as it was typed', async () => {
  const before = await foundations(shop);
  for (const [name, { arg, example, writes, keeps = {}, cleaned = (words: string) => words }] of Object.entries(
    takeJson,
  )) {
    const client = ofStaff.has(name) ? shop.boss.client : shop.visitor;
    const whole = await freshCall(name);
    // The id of a mark makes it count once.
    const filledNow = () => (arg === 'mark' ? { ...(example as JsonObject), id: randomUUID() } : example);
    const usual = await client.rpc(name, arg === 'request' ? whole : { ...whole, [arg]: filledNow() });
    assert.equal(usual.error, null, `${name} does not take its example: ${JSON.stringify(usual.error)}`);
    let call = await freshCall(name);
    for (const { place, words: injection } of attacksOn(placesIn(example))) {
      const words = numbered(injection);
      const value = arg === 'request' ? call[arg] : filledNow();
      const { status } = await client.rpc(name, { ...call, [arg]: replaced(value, place, words) });
      const said = `${name}(${arg}.${place}: ${words}) answered ${status}`;
      assert.ok(status < 500, said);
      const kept = keeps[place];
      if (words.includes('\u0000')) assert.ok(status >= 400, said);
      else if (writes) {
        if (kept) assert.equal(status, 200, said);
        assert.deepEqual(await columnsWith(writes, cleaned(words)), kept ? [kept] : [], said);
      }
      if (status === 200) call = await freshCall(name);
    }
  }
  assert.deepEqual(await foundations(shop), before);
});

test('the attacks cover every JSON argument and every field that is read by name', async () => {
  const taken = everything.flatMap(({ name, args, types }) =>
    types.flatMap((type, index) => (type.startsWith('json') ? [`${name} ${args[index]}`] : [])),
  );
  assert.deepEqual(
    taken,
    Object.entries(takeJson).map(([name, { arg }]) => `${name} ${arg}`),
  );
  for (const [name, { arg, example }] of Object.entries(takeJson)) {
    const read = await shop.site.backend.sql<{ field: string }[]>`
      select distinct found[1] as field
      from pg_catalog.pg_proc p,
        regexp_matches(p.prosrc, '\\m' || ${arg} || '\\s*(?:->>?|\\?)\\s*''(\\w+)''', 'g') as found
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and ${arg} = any (p.proargnames)
        and (p.proname = ${name} or p.pronamespace = 'private'::regnamespace)`;
    const attacked = [...placesIn(example).flatMap((place) => place.split('.')), ...forCallers];
    for (const { field } of read) assert.ok(attacked.includes(field), `${name}: ${arg}.${field} is not attacked`);
  }
});

test('SQL in every column of a profile is rejected, or stored as it was typed', async () => {
  const before = await foundations(shop);
  const columns = await shop.site.backend.sql<{ name: string }[]>`
    select attname as name from pg_catalog.pg_attribute
    where attrelid = 'public.profiles'::regclass and attnum > 0
      and has_column_privilege('authenticated', attrelid, attnum, 'update')`;
  const freeText = ['address_line', 'landmark'];
  assert.ok(columns.length > freeText.length);
  const profile = () => shop.customer.client.from('profiles');
  for (const { name } of columns) {
    for (const injection of injections) {
      const words = numbered(injection);
      const { status } = await profile()
        .update({ [name]: words })
        .eq('user_id', shop.customer.id);
      const said = `${name}: ${words} answered ${status}`;
      const isKept = freeText.includes(name) && !words.includes('\u0000');
      if (isKept) assert.equal(status, 204, said);
      else assert.ok(status >= 400 && status < 500, said);
      if (!words.includes('\u0000')) assert.deepEqual(await columnsWith('profiles', words), isKept ? [name] : [], said);
    }
  }
  assert.deepEqual(await foundations(shop), before);
});

test('SQL in filters, orders and column lists is rejected or finds nothing', async () => {
  const before = await foundations(shop);
  for (const words of injections.map(encodeURIComponent)) {
    for (const query of [
      `select=${words}`,
      `select=id,pg_sleep(9)&order=${words}`,
      `id=eq.${words}`,
      `id=in.(${words})`,
      `or=(${words})`,
      `limit=${words}`,
      `${words}=eq.1`,
    ]) {
      const { status, text } = await callWith(shop, shop.site.backend.anonKey, `/rest/v1/models?${query}`);
      assert.ok(status < 500, `${query} answered ${status}`);
      assert.doesNotMatch(text, /syntax error|42601/, query);
    }
  }
  assert.deepEqual(await foundations(shop), before);
});
