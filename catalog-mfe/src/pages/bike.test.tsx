import { emptyCart } from '@twostroke/shared/domain/cart';
import { cartAtom, store, vehicleAtom } from '@twostroke/shared/state';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addons, basicOffer, classic350, generalOffer } from '../testing/catalog-rows.ts';
import * as page from './bike.tsx';

beforeEach(() => {
  store.set(cartAtom, emptyCart);
  store.set(vehicleAtom, null);
});

async function open() {
  fakeBackend({
    'GET /rest/v1/models': { body: [classic350] },
    'GET /rest/v1/model_offers': {
      body: [
        basicOffer,
        generalOffer,
        { ...basicOffer, package_slug: 'brake-service', short_name: 'Brake Service', category_slug: 'brakes' },
      ],
    },
    'GET /rest/v1/model_addons': { body: addons },
    'GET /rest/v1/categories': {
      body: ['periodic-service', 'brakes', 'tyres'].map((slug) => ({ slug, title: `All ${slug}`, summary: '' })),
    },
  });
  renderPage(page, { path: '/bikes/:brandSlug/:modelSlug', url: '/bikes/royal-enfield/classic-350' });
  await screen.findByRole('heading', { level: 1, name: 'Royal Enfield Classic 350' });
}

test('all rates are one table, with a row for each category that fits the bike', async () => {
  await open();
  const table = screen.getByRole('table', { name: 'Services for Classic 350' });
  expect(
    within(table)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['All periodic-service', 'Basic Service', 'General Service', 'All brakes', 'Brake Service']);
});

test('"Book a time" puts the usual service for this bike into the cart and goes to the booking', async () => {
  await open();
  const [book] = screen.getAllByRole('button', { name: 'Book a time' });
  await userEvent.click(book!);
  expect((await screen.findByTestId('address')).textContent).toBe('/book-service');
  expect(store.get(vehicleAtom)?.modelId).toBe('royal-enfield/classic-350');
  expect(store.get(cartAtom).items.map(({ id }) => id)).toEqual(['general-service']);
});
