import { feeWords, termsWords } from './change-terms.ts';

const terms = {
  free_until: '2026-11-21T03:30:00+00:00',
  late: false,
  cancel_fee: 0,
  can_move: true,
  move_fee: 0,
  can_pick_up: false,
  weather: false,
};
const plain = (text: string) => text.replace(/\u00a0/g, ' ');

test("in time: shows the free-cancel deadline in the shop's time", () => {
  expect(plain(termsWords(terms))).toBe('Free to cancel or move until 9 am on Sat 21 Nov.');
});

test('after the last free move only cancelling is offered', () => {
  expect(plain(termsWords({ ...terms, can_move: false }))).toBe('Free to cancel until 9 am on Sat 21 Nov.');
});

test('late: shows the current fee', () => {
  expect(plain(termsWords({ ...terms, late: true }))).toBe(
    'Free until 9 am on Sat 21 Nov. Cancelling now: free this time.',
  );
  expect(plain(termsWords({ ...terms, late: true, cancel_fee: 100 }))).toBe(
    'Free until 9 am on Sat 21 Nov. Cancelling now: ₹100.',
  );
});

test('rain: every change is free', () => {
  expect(termsWords({ ...terms, weather: true, late: true })).toContain('move or cancel it, free');
  expect(termsWords({ ...terms, weather: true, can_pick_up: true })).toContain(
    'move it, have it picked up or cancel it, free',
  );
  expect(feeWords(0)).toBe('It costs you nothing.');
  expect(feeWords(200)).toBe('It costs ₹200.');
});
