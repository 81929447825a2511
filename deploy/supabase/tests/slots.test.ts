import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase, rpc } from './open-database.ts';
import type { JsonObject, TestDatabase, Tx } from './open-database.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';

let db: TestDatabase;
before(async () => {
  db = await openDatabase();
});
after(() => db.close());

interface Slots {
  today: string;
  minutes: number;
  windows: number;
  first_free: { date: string; start: string; end: string; free: number; free_until: string } | null;
  alternatives: { date: string; start: string; end: string; free: number }[];
  days: {
    date: string;
    closed: string | null;
    note: string | null;
    windows: { start: string; end: string; free: number; places: number; why: string | null }[];
  }[];
}

async function slots(tx: Tx, args: JsonObject): Promise<Slots> {
  return (await rpc(tx, 'list_slots', args)) as JsonObject & Slots;
}

/** The windows of one day as `09:00 3` or `09:00 full`. */
function day(result: Slots, date: string): string[] {
  const found = result.days.find((entry) => entry.date === date);
  return (found?.windows ?? []).map((window) => `${window.start} ${window.why ?? window.free}`);
}

function listAt(
  at: string,
  args: JsonObject,
  prepare: (tx: Tx) => Promise<unknown> = () => Promise.resolve(),
): Promise<Slots> {
  return db.undo({ at }, async (tx) => {
    await prepare(tx);
    return slots(tx, args);
  });
}

const classicGeneral = { model: 'royal-enfield/classic-350', items: cart('general-service', 'extended-warranty') };

const threePlaces = (date: string, start: string, end: string, free_until: string) => ({
  ...{ date, start, end, free_until },
  free: 3,
});

test('a weekday has four windows, a Sunday three', async () => {
  const result = await listAt(mondayMorning, { mode: 'doorstep', from_date: '2026-11-28' });
  assert.deepEqual(day(result, '2026-11-28'), ['09:00 3', '11:00 3', '14:00 3', '16:00 3']);
  assert.deepEqual(day(result, '2026-11-29'), ['10:00 3', '12:00 3', '14:00 3']);
});

test('places are 3 at the gate, 2 for pickup and 4 in the workshop', async () => {
  for (const [mode, places] of [
    ['doorstep', 3],
    ['pickup', 2],
    ['workshop', 4],
  ] as const) {
    const result = await listAt(mondayMorning, { mode, from_date: '2026-11-24', days: 1 });
    assert.deepEqual(
      result.days[0]?.windows.map((window) => window.places),
      [places, places, places, places],
    );
  }
});

test('135 minutes at the gate take two windows, which can start at 9, 11 and 2 pm but not at 4 pm', async () => {
  const result = await listAt(mondayMorning, { mode: 'doorstep', from_date: '2026-11-24', ...classicGeneral });
  assert.deepEqual([result.minutes, result.windows], [105, 2]);
  assert.deepEqual(day(result, '2026-11-24'), ['09:00 3', '11:00 3', '14:00 3', '16:00 too_long']);
});

test('105 minutes plus the workshop buffer take one window', async () => {
  const args = { mode: 'workshop', from_date: '2026-11-24', ...classicGeneral };
  const result = await listAt(mondayMorning, args);
  assert.equal(result.windows, 1);
  assert.deepEqual(day(result, '2026-11-24'), ['09:00 4', '11:00 4', '14:00 4', '16:00 4']);
});

test('lead time is two hours at the gate and four for pickup, to the minute', async () => {
  const at = (time: string, mode: string): Promise<string[]> =>
    listAt(`2026-11-23T${time}:00+05:30`, { mode, days: 1 }).then((result) => day(result, '2026-11-23'));
  assert.deepEqual(await at('07:00', 'doorstep'), ['09:00 3', '11:00 3', '14:00 3', '16:00 3']);
  assert.deepEqual(await at('07:01', 'doorstep'), ['09:00 too_soon', '11:00 3', '14:00 3', '16:00 3']);
  assert.deepEqual(await at('09:00', 'doorstep'), ['09:00 past', '11:00 3', '14:00 3', '16:00 3']);
  assert.deepEqual(await at('09:00', 'workshop'), ['09:00 past', '11:00 4', '14:00 4', '16:00 4']);
  assert.deepEqual(await at('10:00', 'pickup'), ['09:00 past', '11:00 too_soon', '14:00 2', '16:00 2']);
  assert.deepEqual(await at('10:01', 'pickup'), ['09:00 past', '11:00 too_soon', '14:00 too_soon', '16:00 2']);
});

test('from 4 pm on no window of the same day is free', async () => {
  const lateWindow = (tx: Tx): Promise<unknown> =>
    tx.unsafe(`
    update public.business_hours set closes = '21:00' where weekday = 1;
    insert into public.arrival_windows values (1, '18:30', '20:30')`);
  const at = (time: string): Promise<string | undefined> =>
    listAt(`2026-11-23T${time}+05:30`, { mode: 'doorstep', days: 1 }, lateWindow).then(
      (result) => day(result, '2026-11-23')[4],
    );
  assert.equal(await at('15:59:00'), '18:30 3');
  assert.equal(await at('15:59:59'), '18:30 3');
  assert.equal(await at('16:00:00'), '18:30 too_soon');
  assert.equal(await at('16:01:00'), '18:30 too_soon');
});

test('late in the evening, today has no free window and tomorrow has', async () => {
  const result = await listAt('2026-11-23T22:30:00+05:30', { mode: 'doorstep', days: 2 });
  assert.equal(result.today, '2026-11-23');
  assert.deepEqual(day(result, '2026-11-23'), ['09:00 past', '11:00 past', '14:00 past', '16:00 past']);
  assert.deepEqual(result.first_free, threePlaces('2026-11-24', '09:00', '11:00', '2026-11-24T01:30:00+00:00'));
});

test('the day changes at midnight in Pune, in any time zone of server and visitor', async () => {
  for (const zone of ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
    const zoned = (at: string): Promise<Slots> =>
      listAt(at, { mode: 'doorstep', days: 1 }, (tx) => tx.unsafe(`set local timezone = '${zone}'`));
    const before_ = await zoned('2026-11-23T18:29:59Z');
    assert.equal(before_.today, '2026-11-23');
    const after_ = await zoned('2026-11-23T18:30:00Z');
    assert.equal(after_.today, '2026-11-24');
    assert.deepEqual(day(after_, '2026-11-24'), ['09:00 3', '11:00 3', '14:00 3', '16:00 3']);
  }
});

test('a closed day gives the reason, a half day ends early', async () => {
  const holidays = (tx: Tx): Promise<unknown> => tx`
    insert into public.closures values ('2026-12-01', null, 'Founder''s day'), ('2026-12-02', '13:00', 'Half day')
    on conflict (date) do update set closes_at = excluded.closes_at, reason = excluded.reason`;
  const result = await listAt(mondayMorning, { mode: 'doorstep', from_date: '2026-12-01', days: 2 }, holidays);
  assert.equal(result.days[0]?.closed, "Founder's day");
  assert.deepEqual(day(result, '2026-12-01'), ['09:00 closed', '11:00 closed', '14:00 closed', '16:00 closed']);
  assert.deepEqual([result.days[1]?.closed, result.days[1]?.note], [null, 'Half day']);
  assert.deepEqual(day(result, '2026-12-02'), ['09:00 3', '11:00 3', '14:00 closed', '16:00 closed']);

  const long = await listAt(
    mondayMorning,
    { mode: 'doorstep', from_date: '2026-12-02', days: 1, ...classicGeneral },
    holidays,
  );
  assert.deepEqual(day(long, '2026-12-02'), ['09:00 3', '11:00 too_long', '14:00 closed', '16:00 closed']);
});

test('a weekday without opening hours is closed', async () => {
  const result = await listAt(mondayMorning, { mode: 'doorstep', from_date: '2026-11-24', days: 1 }, (tx) =>
    tx.unsafe(
      'delete from public.arrival_windows where weekday = 2; delete from public.business_hours where weekday = 2',
    ),
  );
  assert.deepEqual([result.days[0]?.closed, result.days[0]?.windows], ['', []]);
});

test('windows can be booked up to 30 days ahead', async () => {
  const last = await listAt(mondayMorning, { mode: 'workshop', from_date: '2026-12-23', days: 7 });
  assert.deepEqual(
    last.days.map((entry) => entry.date),
    ['2026-12-23'],
  );
  const beyond = await listAt(mondayMorning, { mode: 'workshop', from_date: '2026-12-24' });
  assert.deepEqual([beyond.days, beyond.first_free], [[], null]);
  const all = await listAt(mondayMorning, { mode: 'workshop', from_date: '2026-01-01', days: 1000 });
  assert.deepEqual([all.days.length, all.days[0]?.date], [31, '2026-11-23']);
});

test('Comprehensive Service is never available on the same day', async () => {
  const args = { mode: 'pickup', model: 'ktm/390-duke', items: cart('comprehensive-service'), days: 2 };
  const result = await listAt('2026-11-23T05:00:00+05:30', args);
  assert.deepEqual([result.minutes, result.windows], [180, 2]);
  assert.deepEqual(day(result, '2026-11-23'), ['09:00 too_soon', '11:00 too_soon', '14:00 too_soon', '16:00 too_soon']);
  assert.deepEqual(day(result, '2026-11-24'), ['09:00 2', '11:00 2', '14:00 2', '16:00 too_long']);
});

test('a job of two windows needs and takes both', async () => {
  const result = await db.undo({ at: mondayMorning }, async (tx) => {
    for (let i = 0; i < 3; i += 1) await rpc(tx, 'create_booking', { request: bookingRequest({ time: '14:00' }) });
    const list = await slots(tx, { mode: 'doorstep', from_date: '2026-11-24', days: 1, ...classicGeneral });
    await rpc(tx, 'create_booking', {
      request: bookingRequest({ time: '09:00', items: classicGeneral.items, expected_total: 2048 }),
    });
    return [list, await slots(tx, { mode: 'doorstep', from_date: '2026-11-24', days: 1 })] as const;
  });
  assert.deepEqual(day(result[0], '2026-11-24'), ['09:00 3', '11:00 full', '14:00 full', '16:00 too_long']);
  assert.deepEqual(day(result[1], '2026-11-24'), ['09:00 2', '11:00 2', '14:00 full', '16:00 3']);
});

test('a pickup job takes one pickup place in its first window and no bay', async () => {
  const [pickup, workshop] = await db.undo({ at: mondayMorning }, async (tx) => {
    await rpc(tx, 'create_booking', {
      request: bookingRequest({
        mode: 'pickup',
        time: '09:00',
        model: 'ktm/390-duke',
        items: cart('comprehensive-service'),
        expected_total: 3399,
      }),
    });
    return [
      await slots(tx, { mode: 'pickup', from_date: '2026-11-24', days: 1 }),
      await slots(tx, { mode: 'workshop', from_date: '2026-11-24', days: 1 }),
    ] as const;
  });
  assert.deepEqual(day(pickup, '2026-11-24'), ['09:00 1', '11:00 2', '14:00 2', '16:00 2']);
  assert.deepEqual(day(workshop, '2026-11-24'), ['09:00 4', '11:00 4', '14:00 4', '16:00 4']);
});

test('a long pickup job can start before a full window', async () => {
  const list = await db.undo({ at: mondayMorning }, async (tx) => {
    const small = { mode: 'pickup', time: '11:00' };
    for (let i = 0; i < 2; i += 1) await rpc(tx, 'create_booking', { request: bookingRequest(small) });
    const args = { model: 'ktm/390-duke', items: cart('comprehensive-service') };
    return slots(tx, { mode: 'pickup', from_date: '2026-11-24', days: 1, ...args });
  });
  assert.deepEqual(day(list, '2026-11-24'), ['09:00 2', '11:00 full', '14:00 2', '16:00 too_long']);
});

test('a top-end overhaul takes only its arrival window and is ready two working days later', async () => {
  const args = { model: 'royal-enfield/classic-350', items: cart('engine-top-end'), mode: 'workshop' };
  const { list, booked, left } = await db.undo({ at: mondayMorning }, async (tx) => ({
    list: await slots(tx, { ...args, from_date: '2026-11-27', days: 1 }),
    booked: await tx`insert into public.closures values ('2026-11-28', null, 'Closed')`.then(() =>
      rpc(tx, 'create_booking', {
        request: bookingRequest({ ...args, date: '2026-11-27', time: '16:00', expected_total: 12999 }),
      }),
    ),
    left: await slots(tx, { mode: 'workshop', from_date: '2026-11-27', days: 1 }),
  }));
  assert.deepEqual([list.minutes, list.windows], [975, 1]);
  assert.deepEqual(day(list, '2026-11-27'), ['09:00 4', '11:00 4', '14:00 4', '16:00 4']);
  assert.equal(booked['ready_date'], '2026-11-30');
  assert.deepEqual(day(left, '2026-11-27'), ['09:00 4', '11:00 4', '14:00 4', '16:00 3']);
});

test('capacity has exceptions by weekday and window; free places are never negative', async () => {
  const result = await listAt(mondayMorning, { mode: 'doorstep', from_date: '2026-11-24', days: 2 }, async (tx) => {
    await rpc(tx, 'create_booking', { request: bookingRequest() });
    await rpc(tx, 'create_booking', { request: bookingRequest() });
    await tx`insert into public.capacities (mode, weekday, window_start, places) values
      ('doorstep', null, '09:00', 5), ('doorstep', 2, null, 2), ('doorstep', 2, '11:00', 1)`;
  });
  assert.deepEqual(day(result, '2026-11-24'), ['09:00 2', '11:00 full', '14:00 2', '16:00 2']);
  assert.deepEqual(day(result, '2026-11-25'), ['09:00 5', '11:00 3', '14:00 3', '16:00 3']);
});

test('the Activa needs one window in the workshop and starts in each of the four', async () => {
  const args = { mode: 'workshop', model: 'honda/activa-6g', items: cart('general-service') };
  const result = await listAt(mondayMorning, { ...args, from_date: '2026-11-24', days: 1 });
  assert.deepEqual([result.minutes, result.windows], [90, 1]);
  assert.deepEqual(day(result, '2026-11-24'), ['09:00 4', '11:00 4', '14:00 4', '16:00 4']);
});

test('the buffer counts: 90 minutes in the workshop take one window, 105 take two', async () => {
  const puncture = { id: 'puncture-tubeless', quantity: 1 };
  const items = (quantity: number): JsonObject[] => [...cart('general-service'), { ...puncture, quantity }];
  const windows = async (quantity: number): Promise<number[]> => {
    const args = { mode: 'workshop', model: 'honda/activa-6g', items: items(quantity), days: 1 };
    const { minutes, windows: needed } = await listAt(mondayMorning, args);
    return [minutes, needed];
  };
  assert.deepEqual(await windows(1), [105, 1]);
  assert.deepEqual(await windows(2), [120, 2]);
});

test('the answer contains the free windows nearest to the requested time, before and after it', async () => {
  const near = { mode: 'doorstep', from_date: '2026-11-25', near: '11:00', days: 1 };
  const shown = (result: Slots): string[] => result.alternatives.map(({ date, start }) => `${date} ${start}`);
  const free = await listAt(mondayMorning, near);
  assert.deepEqual(shown(free), ['2026-11-25 09:00', '2026-11-25 11:00', '2026-11-25 14:00', '2026-11-25 16:00']);
  const closed = await listAt(mondayMorning, near, (tx) =>
    tx.unsafe(`insert into public.closures values ('2026-11-25', null, 'Closed')`),
  );
  assert.deepEqual(shown(closed), ['2026-11-24 11:00', '2026-11-24 14:00', '2026-11-24 16:00', '2026-11-26 09:00']);
  assert.deepEqual(closed.first_free, threePlaces('2026-11-26', '09:00', '11:00', '2026-11-26T01:30:00+00:00'));
  const nonsense = await listAt(mondayMorning, { ...near, near: '25:99' });
  assert.equal(nonsense.alternatives.length, 4);
});

test('first and nearest free windows fit the whole job', async () => {
  const result = await listAt('2026-11-23T12:00:00+05:30', { mode: 'doorstep', days: 1, ...classicGeneral });
  assert.deepEqual(result.first_free, threePlaces('2026-11-23', '14:00', '16:00', '2026-11-23T06:30:00+00:00'));
  assert.deepEqual(
    result.alternatives.map(({ date, start }) => `${date} ${start}`),
    ['2026-11-23 14:00', '2026-11-24 09:00', '2026-11-24 11:00', '2026-11-24 14:00'],
  );
});
