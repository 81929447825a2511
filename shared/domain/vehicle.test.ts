import { isBrand, isModel, isSelectedVehicle, vehicleOf } from './vehicle.ts';

const brand = { slug: 'royal-enfield', name: 'Royal Enfield' };
const model = { slug: 'classic-350', name: 'Classic 350', body: 'cruiser' };

test('the model id is brand and model, and no other column of the rows is copied', () => {
  const row = { ...model, engine_cc: 349 };
  expect(vehicleOf(brand, row)).toEqual({ brand, model, modelId: 'royal-enfield/classic-350' });
});

test.each([
  ['a brand', brand, true],
  ['null', null, false],
  ['text', 'royal-enfield', false],
  ['no name', { slug: 'ktm' }, false],
  ['an empty name', { slug: 'ktm', name: '' }, false],
  ['a name of 80 characters', { slug: 'ktm', name: 'x'.repeat(80) }, true],
  ['a name of 81 characters', { slug: 'ktm', name: 'x'.repeat(81) }, false],
  ['a slug with a slash', { slug: 'ktm/duke', name: 'KTM' }, false],
  ['a slug with capitals', { slug: 'KTM', name: 'KTM' }, false],
  ['a slug that ends with a hyphen', { slug: 'ktm-', name: 'KTM' }, false],
  ['a slug that is a number', { slug: 390, name: 'KTM' }, false],
])('%s as a stored brand is valid: %#', (_, value, valid) => {
  expect(isBrand(value)).toBe(valid);
});

test('a model also needs its drawing', () => {
  expect(isModel(model)).toBe(true);
  expect(isModel({ slug: model.slug, name: model.name })).toBe(false);
  expect(isModel({ ...model, body: 3 })).toBe(false);
});

test('a complete vehicle has the id of its own brand and model', () => {
  const vehicle = vehicleOf(brand, model);
  expect(isSelectedVehicle(vehicle)).toBe(true);
  expect(isSelectedVehicle({ ...vehicle, modelId: 'royal-enfield/hunter-350' })).toBe(false);
  expect(isSelectedVehicle({ ...vehicle, brand: null })).toBe(false);
  expect(isSelectedVehicle({ brand, model })).toBe(false);
  expect(isSelectedVehicle(null)).toBe(false);
});
