import { dueLines, dueWords } from './dues.ts';

const none = { carried: [], carried_to: null, credit: 0, credit_given: null };
const credit = { amount: 100, reason: 'we_cancelled', used_by: null };

test('a no-show fee is added and a credit deducted, each on its line', () => {
  expect(dueLines(none)).toEqual([]);
  expect(dueLines({ carried: [{ number: '4f9c21ab', amount: 200 }], credit: 100 })).toEqual([
    { label: 'Fee of missed booking 4f9c21ab', rupees: 200 },
    { label: 'Credit from us', rupees: -100 },
  ]);
});

test('a credit says where it is used; one on this bill has its line', () => {
  expect(dueWords(none)).toEqual([]);
  expect(dueWords({ ...none, credit_given: credit })).toEqual([
    'You have ₹100 credit: it is taken off your next booking.',
  ]);
  expect(dueWords({ ...none, credit_given: { ...credit, used_by: '7b1d04c2' } })).toEqual([
    'Your ₹100 credit is used for booking 7b1d04c2.',
  ]);
  expect(dueWords({ ...none, credit: 100, credit_given: { ...credit, used_by: '4f9c21ab' } })).toEqual([]);
});

test('a no-show says which booking carries its fee', () => {
  expect(dueWords({ ...none, carried_to: '7b1d04c2' })).toEqual(['Its fee is paid with booking 7b1d04c2.']);
});
