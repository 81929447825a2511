import { store, vehicleAtom } from '@twostroke/shared/state';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { activa6g, classic350, listedPackage } from '../testing/catalog-rows.ts';
import * as page from './service-page.tsx';

beforeEach(() => store.set(vehicleAtom, null));

const line = { kind: 'excluded', group_name: '', hint: null, addon_slug: null, see_package: null, price: null };
const jobCard = [
  { ...line, kind: 'included', group_name: 'Chain', label: 'Chain cleaned and lubed' },
  { ...line, label: 'Chain and sprockets', see_package: 'chain-sprocket' },
  { ...line, label: 'Engine oil', see_package: 'oil-change' },
];

function open(drive = 'any') {
  fakeBackend({
    'GET /rest/v1/packages': ({ query }) =>
      query.get('select')?.includes('story_md')
        ? {
            body: [
              {
                slug: 'chain-cleaning',
                short_name: 'Chain Cleaning',
                name: 'Chain Cleaning',
                lead: 'Every 500 km.',
                hint: null,
                story_md: 'Dust and **grit**.',
                categories: { slug: 'chain-and-drive', title: 'Chain and drive' },
              },
            ],
          }
        : {
            body: [
              { ...listedPackage('chain-cleaning', 'Chain Cleaning', 'chain-and-drive'), drive },
              listedPackage('chain-sprocket', 'Chain Sprocket Kit', 'chain-and-drive'),
            ],
          },
    'GET /rest/v1/package_items': { body: jobCard },
    'GET /rest/v1/price_classes': {
      body: [
        { id: 'C1', min_cc: 0, max_cc: 125, extra_minutes: 0 },
        { id: 'C3', min_cc: 251, max_cc: 350, extra_minutes: 15 },
        { id: 'C5', min_cc: 501, max_cc: null, extra_minutes: 30 },
      ],
    },
    'GET /rest/v1/models': { body: [classic350, activa6g] },
  });
  return renderPage(page, { path: '/services/:servicePage', url: '/services/chain-cleaning' });
}

async function pick(model: string): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Brand or model'), `${model}{Enter}`);
  await userEvent.click(screen.getByRole('button', { name: `See prices for ${model}` }));
}

test('says what is done, and prices it for the engine sizes it is sold for', async () => {
  open();
  await screen.findByRole('heading', { level: 1, name: 'Chain Cleaning' });
  expect(screen.getByText('Chain cleaned and lubed')).toBeTruthy();
  const steps = screen.getByRole('list', { name: 'Chain Cleaning by engine size, GST included.' });
  expect(
    within(steps)
      .getAllByRole('listitem')
      .map((step) => step.textContent),
  ).toEqual(['₹1,299Up to 125\u00a0cc', '₹1,699251–350\u00a0cc']);
  // The floor is ₹0: steps are as high as their prices.
  const heights = [...steps.querySelectorAll('svg[height][width="100%"]')].map((step) => step.getAttribute('height'));
  expect(heights).toEqual(['110', '144']);
});

test('each exclusion links to the service that does it', async () => {
  open();
  const own = await screen.findByRole('link', { name: 'Chain and sprockets' });
  expect(own.getAttribute('href')).toBe('/services/category/chain-and-drive#chain-sprocket');
  expect(screen.getByRole('link', { name: 'Engine oil' }).getAttribute('href')).toBe('/services');
});

test('picking a bike leads to its page of this service', async () => {
  const { router } = open();
  await pick('Classic 350');
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/services/royal-enfield/classic-350/chain-cleaning'),
  );
});

test('picking a bike without a chain leads to the services of that bike', async () => {
  const { router } = open('chain');
  await pick('Activa 6G');
  await waitFor(() => expect(router.state.location.pathname).toBe('/bikes/honda/activa-6g'));
});

test('anything but the five fixed pages is a 404', async () => {
  const { calls } = fakeBackend({});
  await expect(page.loader({ params: { servicePage: 'brake-pads' } } as never)).rejects.toMatchObject({ status: 404 });
  expect(calls).toEqual([]);
});
