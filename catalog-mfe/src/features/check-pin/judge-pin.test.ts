import { servedPins } from '../../testing/catalog-rows.ts';
import { judgePin } from './judge-pin.ts';

test.each([
  ['a served PIN', '411048', 'served'],
  ['a served PIN typed with a space', '411 048', 'served'],
  ['a PIN elsewhere', '400001', 'unserved'],
  ['five digits', '41104', 'invalid'],
  ['a PIN that begins with 0', '011048', 'invalid'],
  ['words', 'Kondhwa', 'invalid'],
  ['nothing', '', 'invalid'],
])('judges %s', (_, typed, kind) => {
  expect(judgePin(typed, servedPins).kind).toBe(kind);
});
