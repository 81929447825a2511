import { activa6g, classic350 } from '../../testing/catalog-rows.ts';
import { matchModels, representatives } from './match-models.ts';

const r15 = {
  ...classic350,
  id: 'yamaha/r15-v4',
  name: 'R15 V4',
  brand_slug: 'yamaha',
  body: 'sport',
  search_names: 'yzf r15',
};
const hunter = {
  ...classic350,
  id: 'royal-enfield/hunter-350',
  name: 'Hunter 350',
  body: 'roadster',
  search_names: 'hunter',
};
const meteor = { ...classic350, id: 'royal-enfield/meteor-350', name: 'Meteor 350', search_names: 'meteor' };
const aerox = { ...r15, id: 'yamaha/aerox-155', name: 'Aerox 155', body: 'scooter', search_names: 'aerox, airox' };
const models = [activa6g, classic350, r15, aerox];
const brands = { honda: 'Honda', 'royal-enfield': 'Royal Enfield', yamaha: 'Yamaha' };
const names = (typed: string) => matchModels(models, typed, brands).map(({ name }) => name);

test.each([
  ['', ['Activa 6G', 'Classic 350', 'R15 V4', 'Aerox 155']],
  ['activa', ['Activa 6G']],
  ['ACTIVA 110', ['Activa 6G']],
  ['r 15', ['R15 V4']],
  ['r-15', ['R15 V4']],
  ['royal classic', ['Classic 350']],
  ['350', ['Classic 350']],
  ['yamaha 15', ['R15 V4', 'Aerox 155']],
  ['reborn', ['Classic 350']],
  ['vespa', []],
])('"%s" finds %j', (typed, found) => {
  expect(names(typed)).toEqual(found);
});

test('lists one model of each body of a brand before a second of any body', () => {
  const shown = representatives([classic350, meteor, hunter], 2);
  expect(shown.map(({ name }) => name)).toEqual(['Classic 350', 'Hunter 350']);
});
