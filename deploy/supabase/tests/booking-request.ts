import { randomUUID } from 'node:crypto';
import type { Json } from './open-database.ts';

/** Monday 23 November 2026, 8 am in Pune: long enough before 11 am for every mode but pickup. */
export const mondayMorning = '2026-11-23T08:00:00+05:30';

/** Items of a cart by slug, each once. */
export function cart(...slugs: string[]): { id: string; quantity: number }[] {
  return slugs.map((id) => ({ id, quantity: 1 }));
}

/** A booking anyone could send: oil change of a Classic 350 at the gate on Tuesday at 11. */
export function bookingRequest(changes: Json = {}): Json {
  return {
    request_id: randomUUID(),
    model: 'royal-enfield/classic-350',
    items: cart('oil-change'),
    mode: 'doorstep',
    date: '2026-11-24',
    time: '11:00',
    name: 'Asha Kulkarni',
    phone: '90000 00012',
    vehicle_number: 'MH 12 ZZ 0042',
    address: { line: 'B-1204, Sample Heights', landmark: 'opposite the water tank', area: 'kondhwa', pin: '411048' },
    expected_total: 999,
    ...changes,
  };
}
