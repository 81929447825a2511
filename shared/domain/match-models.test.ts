import { matchModels } from './match-models.ts';

const classic350 = {
  name: 'Classic 350',
  brand_slug: 'royal-enfield',
  engine_cc: 349,
  search_names: 'classic, bullet classic, reborn',
};
const activa6g = {
  name: 'Activa 6G',
  brand_slug: 'honda',
  engine_cc: 109.5,
  search_names: 'activa, activa 110, activa6g',
};
const unicorn = { name: 'Unicorn', brand_slug: 'honda', engine_cc: 124, search_names: 'cb unicorn' };
const r15 = { name: 'R15 V4', brand_slug: 'yamaha', engine_cc: 155, search_names: 'yzf r15' };
const aerox = { name: 'Aerox 155', brand_slug: 'yamaha', engine_cc: 155, search_names: 'aerox, airox' };
const models = [activa6g, unicorn, classic350, r15, aerox];
const brands = { honda: 'Honda', 'royal-enfield': 'Royal Enfield', yamaha: 'Yamaha' };
const names = (typed: string) => matchModels(models, typed, brands).map(({ name }) => name);

test.each([
  ['', ['Activa 6G', 'Unicorn', 'Classic 350', 'R15 V4', 'Aerox 155']],
  ['activa', ['Activa 6G']],
  ['ACTIVA 110', ['Activa 6G']],
  ['r 15', ['R15 V4']],
  ['r-15', ['R15 V4']],
  ['royal classic', ['Classic 350']],
  ['350', ['Classic 350']],
  ['350cc', ['Classic 350']],
  ['honda 125', ['Unicorn']],
  ['125 cc', ['Unicorn']],
  ['yamaha 15', ['R15 V4', 'Aerox 155']],
  ['reborn', ['Classic 350']],
  ['airox', ['Aerox 155']],
  ['vespa', []],
])('"%s" finds %j', (typed, found) => {
  expect(names(typed)).toEqual(found);
});
