import type { Cart } from '@twostroke/shared/domain/cart';
import { sentenceOfIncludedAddons, cartOffer } from './cart-offer.ts';
import type { ModelAddon } from './load-model-addons.ts';

const addon = (slug: string, more: Partial<ModelAddon> = {}): ModelAddon => ({
  addon_slug: slug,
  name: slug,
  summary: '',
  price: 199,
  minutes: 10,
  max_quantity: 1,
  included_in: [],
  min_odometer_km: null,
  ...more,
});
const item = (id: string, package_type: 'primary' | 'addon') =>
  ({ id, name: id, price: 1, quantity: 1, package_type, duration_minutes: 1 }) as const;
const cart = (...items: Cart['items']): Cart => ({ items, vehicle: null });
const all = [
  addon('chain-lube', { included_in: ['general-service'] }),
  addon('oil-filter'),
  addon('engine-flush', { min_odometer_km: 10000 }),
];
const slugs = (offered: Cart) => cartOffer(offered, all).suggestions.map(({ addon_slug }) => addon_slug);

test('does not offer add-ons that the service includes, that are in the cart or that depend on the odometer', () => {
  expect(slugs(cart(item('general-service', 'primary')))).toEqual(['oil-filter']);
  expect(slugs(cart(item('general-service', 'primary'), item('oil-filter', 'addon')))).toEqual([]);
  expect(slugs(cart(item('oil-change', 'primary')))).toEqual(['chain-lube', 'oil-filter']);
});

test('the sentence lists the add-ons that the service includes', () => {
  expect(cartOffer(cart(item('general-service', 'primary')), all).alreadyIn).toEqual(['chain-lube']);
  expect(sentenceOfIncludedAddons([])).toBeNull();
  expect(sentenceOfIncludedAddons(['Foam wash'])).toBe(
    "Foam wash is already in this service, so we don't offer it here.",
  );
  expect(sentenceOfIncludedAddons(['Chain clean & lube', 'Foam wash', 'Air filter'])).toBe(
    "Chain clean & lube, foam wash and air filter are already in this service, so we don't offer them here.",
  );
});
