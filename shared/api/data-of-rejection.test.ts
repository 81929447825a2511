import { AppError } from '@twostroke/shared/client';
import { newTermsOf } from './bookings.ts';
import { dataOfRejection } from './data-of-rejection.ts';
import { alternativesOf } from './slots.ts';

const rejected = (hint: string, details: string | null) => new AppError('conflict', 'no', { hint, details });
const free = { date: '2026-11-21', start: '09:00', end: '11:00', free: 2 };

test('the data of a code is read, and that of another code is not', () => {
  expect(dataOfRejection(rejected('fee_changed', '{"fee":100}'), 'fee_changed')).toEqual({ fee: 100 });
  expect(dataOfRejection(rejected('fee_changed', '{"fee":100}'), 'price_changed')).toBeNull();
});

test.each([null, '', '{', 'null'])('details %s are no data', (details) => {
  expect(dataOfRejection(rejected('fee_changed', details), 'fee_changed')).toBeNull();
});

test('a taken time and an expired hold name the nearest free times', () => {
  const details = JSON.stringify({ alternatives: [free] });
  expect(alternativesOf(rejected('slot_taken', details))).toEqual([free]);
  expect(alternativesOf(rejected('hold_over', details))).toEqual([free]);
  expect(alternativesOf(rejected('slot_taken', null))).toEqual([]);
});

test('a changed fee or day price is a new term to accept', () => {
  expect(newTermsOf(rejected('fee_changed', '{"fee":100}'))).toEqual({ fee: 100 });
  expect(newTermsOf(rejected('day_price_changed', '{"total":1699,"coupon":null}'))).toEqual({ total: 1699 });
  expect(newTermsOf(rejected('moved_often', null))).toBeNull();
});
