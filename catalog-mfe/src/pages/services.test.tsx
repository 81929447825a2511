import { store, vehicleAtom } from '@twostroke/shared/state';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { activa6g, classic350, generalOffer, listedPackage } from '../testing/catalog-rows.ts';
import * as page from './services.tsx';

afterEach(() => store.set(vehicleAtom, null));

const backend = () =>
  fakeBackend({
    'GET /rest/v1/categories': {
      body: [
        { slug: 'periodic-service', title: 'Periodic service', summary: 'By the calendar.' },
        { slug: 'brakes', title: 'Brakes', summary: 'By the lever.' },
      ],
    },
    'GET /rest/v1/packages': {
      body: [
        listedPackage('general-service', 'General Service', 'periodic-service'),
        listedPackage('brake-pads', 'Brake Pads', 'brakes'),
      ],
    },
    'GET /rest/v1/models': { body: [classic350, activa6g] },
    'GET /rest/v1/model_offers': { body: [generalOffer] },
  });

const open = () => renderPage(page, { path: '/services', url: '/services' });

/** A category's part of the board. */
const group = (title: string) =>
  within(screen.getByRole('heading', { level: 2, name: title }).closest('section') ?? document.body);

test('lists each service under its category, from the price of the smallest engine', async () => {
  backend();
  open();
  await screen.findByText(/^2 services\. The price follows the engine size/);
  const brakes = group('Brakes').getByRole('link', { name: /^Brake Pads/ });
  expect(brakes.textContent).toMatch(/from\s*₹1,299/i);
  expect(brakes.getAttribute('href')).toBe('/services/category/brakes#brake-pads');
  expect(group('Brakes').getAllByRole('link')).toHaveLength(2); // the heading and the service
  const general = group('Periodic service').getByRole('link', { name: /^General Service/ });
  expect(general.getAttribute('href')).toBe('/services/general-service');
});

test('the index leads to the categories of the page, their headings to the pages of the categories', async () => {
  backend();
  open();
  const [index, heading] = await screen.findAllByRole('link', { name: 'Brakes' });
  expect(index?.getAttribute('href')).toBe('/services#brakes');
  expect(heading?.getAttribute('href')).toBe('/services/category/brakes');
});

test('picking a bike shows its own services and prices', async () => {
  backend();
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Classic 350' }));
  await userEvent.click(screen.getByRole('button', { name: 'See prices for Classic 350' }));
  await screen.findByText(/^What we do for your Royal Enfield Classic 350,/);
  const own = await screen.findByRole('link', { name: /^General Service .*₹1,699/ });
  expect(own.getAttribute('href')).toBe('/services/royal-enfield/classic-350/general-service');
  // Nothing of the group fits this bike, so the board leaves it out, heading and all.
  expect(screen.queryByRole('heading', { name: 'Brakes' })).toBeNull();
});

test('a bike that is not listed opens the form for a call back', async () => {
  backend();
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Bike not in the list?' }));
  expect(await screen.findByRole('dialog', { name: 'Your bike is not in the list?' })).toBeTruthy();
});
