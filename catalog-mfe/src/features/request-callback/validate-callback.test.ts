import { bareMobile, validateCallback } from './validate-callback.ts';

const draft = { name: 'Asha Sample', phone: '9000000012', bike: 'Suzuki Access 125', website: '' };

test.each([
  ['9822012345', '9822012345'],
  ['+91 98220 12345', '9822012345'],
  ['09822012345', '9822012345'],
  ['98220-12345', '9822012345'],
  ['91982201', '91982201'],
])('%s is read as the number %s', (typed, bare) => {
  expect(bareMobile(typed)).toBe(bare);
});

test.each([
  ['all is well', draft, []],
  ['a landline', { ...draft, phone: '5822012345' }, ['phone']],
  ['too short a number', { ...draft, phone: '98220123' }, ['phone']],
  ['no name', { ...draft, name: ' ' }, ['name']],
  ['a name in Devanagari', { ...draft, name: 'आशा पाटील' }, []],
  ['no bike', { ...draft, bike: '' }, ['bike']],
])('validation errors: %s', (_, typed, fields) => {
  expect(Object.keys(validateCallback({ kind: 'unlisted_bike' }, typed))).toEqual(fields);
});

test('a PIN request needs no bike', () => {
  expect(validateCallback({ kind: 'unserved_pin', pin: '400001' }, { ...draft, bike: '' })).toEqual({});
});
