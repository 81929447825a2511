import { atShop, formatDate } from '@twostroke/shared/domain/calendar';
import { emptyCart } from '@twostroke/shared/domain/cart';
import { vehicleOf } from '@twostroke/shared/domain/vehicle';
import { cartAtom, cartDrawerAtom, store, vehicleAtom } from '@twostroke/shared/state';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addMonths } from '../features/plan-next-service/next-due.ts';
import {
  activa6g,
  addons,
  basicOffer,
  classic350,
  generalOffer,
  jobCard,
  packageText,
  slots,
} from '../testing/catalog-rows.ts';
import * as page from './service-package.tsx';

const path = '/services/:brandSlug/:modelSlug/:packageSlug';
const url = '/services/royal-enfield/classic-350/general-service';
const activa = vehicleOf(activa6g.brands, activa6g);
const activaCart = {
  vehicle: activa,
  items: [
    {
      id: 'foam-wash-polish',
      name: 'Foam Wash',
      price: 249,
      quantity: 1,
      package_type: 'primary',
      duration_minutes: 45,
    } as const,
  ],
};

const answers = {
  'GET /rest/v1/models': { body: [classic350] },
  'GET /rest/v1/packages': { body: [packageText] },
  'GET /rest/v1/model_offers': { body: [basicOffer, generalOffer] },
  'GET /rest/v1/model_addons': { body: addons },
  'GET /rest/v1/model_job_cards': { body: jobCard },
  'POST /rest/v1/rpc/list_slots': { body: slots },
};

beforeEach(() => {
  store.set(cartAtom, emptyCart);
  store.set(vehicleAtom, null);
  store.set(cartDrawerAtom, false);
});

async function open(more: Partial<typeof answers> = {}) {
  const backend = fakeBackend({ ...answers, ...more });
  renderPage(page, { path, url });
  await screen.findByRole('heading', { level: 1, name: 'General Service for Classic 350' });
  return backend;
}

test('shows price, duration, exclusions and the next free time', async () => {
  const backend = await open();
  expect(screen.getAllByText('1 h 45 min').length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.getByText(/^Next free:/).textContent).toMatch(/tomorrow, 9–.11.am/));
  const due = formatDate(addMonths(atShop(new Date()).date, 6)).replace(/\s/g, ' ');
  expect(screen.getByText(due)).not.toBeNull();
  expect(backend.callsOf('POST /rest/v1/rpc/list_slots')[0]?.body).toMatchObject({
    mode: 'doorstep',
    model: 'royal-enfield/classic-350',
    items: [{ id: 'general-service', quantity: 1 }],
  });
});

test('the depths of the service are cards: the one of this page is marked, the others lead to theirs', async () => {
  await open();
  const basic = screen.getByRole('link', { name: /^Basic Service 12 checks ₹799/ });
  expect(basic.textContent).toMatch(/1.h 15.min Oil top-up/);
  expect(basic.getAttribute('href')).toBe('/services/royal-enfield/classic-350/basic-service');
  const here = document.querySelector('div[aria-current="page"]');
  expect(here?.textContent).toMatch(/^General Service 25 checks ₹1,699/);
  // 5 boxes a row, from the floor up: 12 are two full rows and two boxes.
  const boxes = (card: Element | null) => card?.querySelector('svg path:last-child')?.getAttribute('d')?.match(/H\d+/g);
  expect(boxes(basic)).toEqual(['H66', 'H66', 'H24']);
  expect(boxes(here)).toEqual(['H66', 'H66', 'H66', 'H66', 'H66']);
});

test('viewing a page changes neither the bike nor the cart', async () => {
  store.set(vehicleAtom, activa);
  store.set(cartAtom, activaCart);
  await open();
  expect(store.get(vehicleAtom)).toEqual(activa);
  expect(store.get(cartAtom)).toEqual(activaCart);
});

test('"Add to cart" chooses the bike, adds the service once and opens the cart', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Add to cart' }));
  expect(store.get(vehicleAtom)?.modelId).toBe('royal-enfield/classic-350');
  expect(store.get(cartAtom).items).toEqual([
    {
      id: 'general-service',
      name: 'General Service',
      price: 1699,
      quantity: 1,
      package_type: 'primary',
      duration_minutes: 105,
    },
  ]);
  expect(store.get(cartDrawerAtom)).toBe(true);
  store.set(cartDrawerAtom, false);
  await userEvent.click(screen.getByRole('button', { name: 'Add to cart' }));
  expect(store.get(cartAtom).items).toHaveLength(1);
  expect(store.get(cartDrawerAtom)).toBe(false);
});

test('a job of two days is one in the cart too', async () => {
  await open({ 'GET /rest/v1/model_offers': { body: [basicOffer, { ...generalOffer, two_day: true }] } });
  await userEvent.click(screen.getByRole('button', { name: 'Add to cart' }));
  expect(store.get(cartAtom).items).toMatchObject([{ id: 'general-service', two_day: true }]);
});

test('"Book a time" makes sure the service is in the cart and goes to the booking', async () => {
  await open();
  const [book] = screen.getAllByRole('button', { name: 'Book a time' });
  await userEvent.click(book!);
  expect((await screen.findByTestId('address')).textContent).toBe('/book-service');
  expect(store.get(cartAtom).items.map(({ id }) => id)).toEqual(['general-service']);
  expect(store.get(cartDrawerAtom)).toBe(false);
});

test('an add-on is added to the cart by its box and removed again', async () => {
  await open();
  const warranty = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /Warranty 30 to 90 days/ });
  await userEvent.click(warranty());
  expect(warranty().checked).toBe(true);
  expect(store.get(cartAtom).items.map(({ id }) => id)).toEqual(['extended-warranty']);
  expect(screen.getAllByText('₹2,048')).toHaveLength(2); // beside the job card and in the bar of a phone
  expect(screen.getByText('With 1 add-on, GST included')).not.toBeNull();
  await userEvent.click(warranty());
  expect(store.get(cartAtom).items).toEqual([]);
  expect(screen.queryAllByText('₹2,048')).toEqual([]);
  expect(screen.getByText(/^1 h 45.min, GST included$/)).not.toBeNull();
});

test('add-ons that the service includes are named in a sentence, not offered', async () => {
  await open();
  const list = within(screen.getByRole('group', { name: 'Add-ons that fit' }));
  expect(list.getAllByRole('checkbox')).toHaveLength(2);
  expect(screen.getByText(/Chain clean & lube and foam wash are already in this service/)).not.toBeNull();
});

test('an add-on that the new service includes leaves the cart', async () => {
  const classic = vehicleOf(classic350.brands, classic350);
  const lube = {
    id: 'chain-lube',
    name: 'Chain clean & lube',
    price: 199,
    quantity: 1,
    package_type: 'addon',
    duration_minutes: 15,
  } as const;
  store.set(cartAtom, { vehicle: classic, items: [lube] });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Add to cart' }));
  expect(store.get(cartAtom).items.map(({ id }) => id)).toEqual(['general-service']);
});

test('a page without free times works without them', async () => {
  fakeBackend({ ...answers, 'POST /rest/v1/rpc/list_slots': { status: 503, body: { message: 'down' } } });
  renderPage(page, { path, url });
  await screen.findByRole('heading', { level: 1 });
  expect((await screen.findByText(/^Next free:/)).textContent).toBe('Next free: see when you book');
});

test('provides the price for search engines', async () => {
  const data = { model: classic350, text: packageText, offer: generalOffer };
  expect(page.handle.jsonLd?.(data as never)).toMatchObject({
    '@type': 'Service',
    name: 'General Service for Royal Enfield Classic 350',
    offers: { priceSpecification: { price: 1699, priceCurrency: 'INR' } },
  });
});
