import {
  validateDetails,
  parseModelYear,
  parseOdometer,
  validatePlace,
  type BookingAddress,
  type BookingFormDetails,
} from './booking-form.ts';

const address: BookingAddress = { line: 'B-1204, Sample Heights', landmark: '', area: 'kondhwa', pin: '411048' };
const details: BookingFormDetails = {
  name: 'Asha Kulkarni',
  phone: '90000 00012',
  email: '',
  vehicleNumber: 'MH 12 ZZ 0042',
  plateNotIssued: false,
  odometer: '',
  notes: '',
  approvalLimit: 0,
};
const place = (change: Partial<BookingAddress>) =>
  validatePlace('doorstep', { ...address, ...change }, ['kondhwa', 'katraj'], ['411048', '411046']);

test('complete answers have no validation errors', () => {
  expect(place({})).toEqual([]);
  expect(validateDetails(details)).toEqual([]);
});

test('without a mode nothing else is required', () => {
  expect(validatePlace(null, address, [], [])).toEqual([
    { field: 'mode', message: 'Choose where we should work on your bike' },
  ]);
  expect(validatePlace('workshop', { line: '', landmark: '', area: '', pin: '' }, [], [])).toEqual([]);
});

test.each([
  [{ line: 'B12' }, 'address', 'Enter house/flat and street'],
  [{ line: 'x'.repeat(121) }, 'address', 'Enter house/flat and street'],
  [{ landmark: 'x'.repeat(81) }, 'landmark', 'Keep the landmark under 80 characters'],
  [{ area: 'baner' }, 'area', 'Choose your area'],
  [{ pin: '41104' }, 'pin', 'Enter a 6-digit PIN'],
  [{ pin: '400001' }, 'pin', "We don't serve this PIN yet. Leave your number and we'll tell you"],
])('address %j: %s', (change, field, message) => {
  expect(place(change)).toEqual([{ field, message }]);
});

test('while the served PINs are unknown the server decides', () => {
  expect(validatePlace('pickup', { ...address, pin: '400001' }, ['kondhwa'], null)).toEqual([]);
});

test.each([
  [{ name: 'A' }, 'name', 'Enter your name'],
  [{ phone: '5822012345' }, 'phone', 'Enter a 10-digit Indian mobile number, like 98220 12345'],
  [{ email: 'name@example' }, 'email', 'Enter an email address like name@example.com'],
  [{ vehicleNumber: '' }, 'vehicle_number', 'Enter the number on your plate, like MH 12 AB 1234 or 22 BH 1234 AA'],
  [
    { vehicleNumber: 'XX12AB1234' },
    'vehicle_number',
    'Enter the number on your plate, like MH 12 AB 1234 or 22 BH 1234 AA',
  ],
  [
    { vehicleNumber: 'XX1', plateNotIssued: true },
    'vehicle_number',
    'Enter the number on your plate, like MH 12 AB 1234 or 22 BH 1234 AA',
  ],
  [
    { vehicleNumber: '', plateNotIssued: true, chassisLast5: 'ABO12' },
    'chassis_last5',
    'Enter the last 5 characters of the chassis number, or leave it empty',
  ],
  [{ odometer: 'many' }, 'odometer_km', 'Enter kilometres as a number'],
  [{ notes: 'x'.repeat(501) }, 'notes', 'Keep the note to 500 characters'],
])('details %j: %s', (change, field, message) => {
  expect(validateDetails({ ...details, ...change })).toEqual([{ field, message }]);
});

test('a plate that is not issued yet may be empty', () => {
  expect(validateDetails({ ...details, vehicleNumber: '', plateNotIssued: true })).toEqual([]);
  // With a plate the chassis number is not used.
  expect(validateDetails({ ...details, chassisLast5: 'none' })).toEqual([]);
});

test.each([
  ['0', 0],
  ['12,450', 12450],
  ['12450 km', 12450],
  ['300000', 300000],
  ['300001', null],
  ['-5', null],
  ['', null],
])('odometer %s is %s', (typed, km) => {
  expect(parseOdometer(typed)).toBe(km);
});

/** Still 31 December 2026 in Greenwich, 1 January 2027 at the shop. */
const newYear = new Date('2026-12-31T18:30:00Z');

test.each([
  ['1989', null],
  ['1990', 1990],
  [' 2021 ', 2021],
  ['\uff12\uff10\uff12\uff11', 2021],
  ['2027', 2027],
  ['2028', null],
  ['2020.5', null],
  ['21', null],
  ['abc', null],
  ['', null],
])('model year %s is %s', (typed, year) => {
  expect(parseModelYear(typed, new Date('2026-12-31T18:29:59Z'))).toBe(year);
});

test("the newest model year is the one after the shop's own", () => {
  expect(parseModelYear('2028', newYear)).toBe(2028);
  const errorsOf = (modelYear: string, now: Date) => validateDetails({ ...details, modelYear }, now);
  expect(errorsOf('1989', new Date('2026-11-20T05:00:00Z'))).toEqual([
    { field: 'model_year', message: 'Enter a year from 1990 to 2027' },
  ]);
  expect(errorsOf('2029', newYear)).toEqual([{ field: 'model_year', message: 'Enter a year from 1990 to 2028' }]);
  expect(errorsOf(' ', newYear)).toEqual([]);
  expect(errorsOf('2028', newYear)).toEqual([]);
});
