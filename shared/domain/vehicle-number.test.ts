import { hasUnusualSeries, parseChassis, parseVehicleNumber } from './vehicle-number.ts';

test.each([
  ['MH12AB1234', 'MH12AB1234'],
  ['mh 12 ab 1234', 'MH12AB1234'],
  ['MH-14-D-77', 'MH14D0077'],
  ['DL3CAA1111', 'DL3CAA1111'],
  ['22BH1234AA', '22BH1234AA'],
  ['23BH0001A', '23BH0001A'],
])('%s is stored as %s', (typed, stored) => {
  expect(parseVehicleNumber(typed)).toBe(stored);
});

test.each(['XX12AB1234', 'MH12AB0000', '22BH123AA', '22BH1234IO', '', 'MH', '20BH1234AA'])(
  '%s is not a plate',
  (typed) => {
    expect(parseVehicleNumber(typed)).toBeNull();
  },
);

test("a BH plate can't be of a future year", () => {
  expect(parseVehicleNumber('27BH1234AA', new Date('2026-11-20'))).toBeNull();
  expect(parseVehicleNumber('27BH1234AA', new Date('2027-01-02'))).toBe('27BH1234AA');
});

test('asks about I and O in the series, without rejecting them', () => {
  expect(hasUnusualSeries('MH12IO1234')).toBe(true);
  expect(parseVehicleNumber('MH12IO1234')).toBe('MH12IO1234');
  expect(hasUnusualSeries('MH12AB1234')).toBe(false);
});

test('the end of a chassis number has five characters without I, O and Q', () => {
  expect(parseChassis(' ab-1 z9 ')).toBe('AB1Z9');
  for (const typed of ['', '1234', '123456', 'AB1I2', 'ABO12', 'AQ123', 'AB1_2'])
    expect([typed, parseChassis(typed)]).toEqual([typed, null]);
});
