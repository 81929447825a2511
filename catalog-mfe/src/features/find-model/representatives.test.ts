import { classic350 } from '../../testing/catalog-rows.ts';
import { representatives } from './representatives.ts';

const hunter = { ...classic350, id: 'royal-enfield/hunter-350', name: 'Hunter 350', body: 'roadster' };
const meteor = { ...classic350, id: 'royal-enfield/meteor-350', name: 'Meteor 350' };

test('lists one model of each body of a brand before a second of any body', () => {
  const shown = representatives([classic350, meteor, hunter], 2);
  expect(shown.map(({ name }) => name)).toEqual(['Classic 350', 'Hunter 350']);
});
