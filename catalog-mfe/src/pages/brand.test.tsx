import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { screen, within } from '@testing-library/react';
import { listedPackage } from '../testing/catalog-rows.ts';
import * as page from './brand.tsx';

const model = (slug: string, name: string, engine_cc: string, price_class: string) => ({
  slug,
  name,
  brand_slug: 'royal-enfield',
  body: 'cruiser',
  engine_cc,
  price_class,
  search_names: '',
});
const royalEnfield = {
  slug: 'royal-enfield',
  name: 'Royal Enfield',
  positioning: 'Long strokes and slow miles.',
  owners: 'Riders of the Classic 350.',
  story_md: 'Tappets like **a warm hand**.',
};

function open(prices = [{ price_class: 'C3', price: 1699 }]) {
  fakeBackend({
    'GET /rest/v1/brands': { body: [royalEnfield] },
    'GET /rest/v1/models': {
      body: [
        model('classic-350', 'Classic 350', '349', 'C3'),
        model('interceptor-650', 'Interceptor 650', '648', 'C5'),
      ],
    },
    'GET /rest/v1/packages': {
      body: [
        listedPackage('cvt-service', 'CVT Service', 'periodic-service'),
        listedPackage('oil-change', 'Oil Change', 'periodic-service'),
        listedPackage('general-service', 'General Service', 'periodic-service'),
      ],
    },
    'GET /rest/v1/price_classes': {
      body: [
        { id: 'C1', min_cc: 0, max_cc: 125, extra_minutes: 0 },
        { id: 'C3', min_cc: 251, max_cc: 350, extra_minutes: 15 },
        { id: 'C5', min_cc: 501, max_cc: null, extra_minutes: 30 },
      ],
    },
    'GET /rest/v1/package_prices': { body: prices },
  });
  renderPage(page, { path: '/brands/:brandSlug', url: '/brands/royal-enfield' });
}

test('introduces the brand in its own words', async () => {
  open();
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Royal Enfield service in south-east Pune' }),
  ).toBeTruthy();
  expect(screen.getByText('a warm hand').tagName).toBe('STRONG');
  expect(screen.getByText(/^Ridden here by: riders of the Classic 350\./)).toBeTruthy();
});

test('each model leads to its page, with the price of the usual service where it is known', async () => {
  open();
  const classic = await screen.findByRole('link', { name: /Classic 350/ });
  expect(classic.getAttribute('href')).toBe('/bikes/royal-enfield/classic-350');
  expect(classic.textContent).toMatch(/349\scc, General Service ₹1,699/);
  const interceptor = screen.getByRole('link', { name: /Interceptor 650/ });
  expect(interceptor.textContent).toMatch(/648\scc$/);
});

test('lists popular services by the engine sizes of the brand, without care of a belt that no model has', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Popular services for Royal Enfield, GST included' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows).toHaveLength(3);
  expect(rows[1]).toMatch(/^General Service/);
  expect(rows[2]).toMatch(/^Oil Change/);
  expect(within(table).getAllByRole('columnheader')).toHaveLength(3);
  expect(within(table).getAllByLabelText('not offered')).toHaveLength(2);
  expect(within(table).getByRole('link', { name: 'Oil Change' }).getAttribute('href')).toBe('/services/oil-change');
});

test('an unknown brand is a 404, and no query is sent', async () => {
  const { calls } = fakeBackend({});
  await expect(page.loader({ params: { brandSlug: 'vespa' } } as never)).rejects.toMatchObject({ status: 404 });
  expect(calls).toEqual([]);
});
