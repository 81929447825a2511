import { store, vehicleAtom } from '@twostroke/shared/state';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { activa6g, classic350 } from '../testing/catalog-rows.ts';
import * as page from './service-category.tsx';

const brakeService = {
  slug: 'brake-service',
  category_slug: 'brakes',
  name: 'Brake Service',
  short_name: 'Brake Service',
  summary: 'Both wheels cleaned',
  lead: 'For brakes that squeal.',
  minutes: 60,
  modes: ['doorstep'],
  drive: 'any',
  price_is_from: false,
  two_day: false,
  fee_adjusted: false,
  oil_included: false,
  checks: null,
  package_prices: [{ price_class: 'C1', price: 399 }],
};
const brakePads = { ...brakeService, slug: 'brake-pads', name: 'Brake Pads', short_name: 'Brake Pads' };

test('a service without its own page leads to the list of bikes', async () => {
  store.set(vehicleAtom, null);
  fakeBackend({
    'GET /rest/v1/categories': { body: [{ slug: 'brakes', title: 'Brakes', summary: 'Set.', intro_md: 'Two jobs.' }] },
    'GET /rest/v1/packages': { body: [brakeService, brakePads] },
    'GET /rest/v1/price_classes': { body: [{ id: 'C1', min_cc: 0, max_cc: 125, extra_minutes: 0 }] },
    'GET /rest/v1/models': { body: [classic350, activa6g] },
  });
  renderPage(page, { path: '/services/category/:categorySlug', url: '/services/category/brakes' });
  await screen.findByRole('heading', { level: 1, name: 'Brakes' });
  const card = (name: string) =>
    within(screen.getByRole('heading', { level: 2, name }).closest<HTMLElement>('article') ?? document.body);
  expect(card('Brake Service').getByRole('link', { name: 'All about Brake Service' })).toBeTruthy();
  await userEvent.click(card('Brake Pads').getByRole('button', { name: 'See the price for your bike' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Brand or model'));
});
