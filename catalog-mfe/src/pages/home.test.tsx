import { emptyCart } from '@twostroke/shared/domain/cart';
import { cartAtom, store, vehicleAtom } from '@twostroke/shared/state';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { fill } from '@twostroke/shared/testing/fill';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { activa6g, classic350, generalOffer, servedPins, slots } from '../testing/catalog-rows.ts';
import * as page from './home.tsx';

const generalPackage = {
  slug: 'general-service',
  category_slug: 'periodic-service',
  name: 'General Service (with engine oil)',
  short_name: 'General Service',
  summary: 'Fresh engine oil, 25 checks',
  lead: '',
  minutes: 90,
  modes: ['doorstep'],
  drive: 'any',
  price_is_from: false,
  two_day: false,
  fee_adjusted: false,
  oil_included: true,
  checks: 25,
  package_prices: [
    { price_class: 'C3', price: 1699 },
    { price_class: 'C1', price: 899 },
  ],
};

/** What the shop promises, as the database decides it. */
const shop = { late_minutes: 60, late_credit: 100, approval_limits: [0, 300, 500, 1000] };

const answers = {
  'GET /rest/v1/models': { body: [classic350, activa6g] },
  'GET /rest/v1/packages': { body: [generalPackage] },
  'GET /rest/v1/model_offers': { body: [generalOffer] },
  'GET /rest/v1/area_pins': { body: servedPins },
  'GET /rest/v1/areas': { body: [{ slug: 'kondhwa', name: 'Kondhwa', pin: '411048', map_x: 128, map_y: 206 }] },
  'GET /rest/v1/faqs': { body: [{ id: 2, question: 'Do I pay now?', answer_md: 'No. See [all](/faq), *later*.' }] },
  'GET /rest/v1/posts': { body: [{ slug: 'chain', title: 'Chain care', lead: 'Dry.', reading_minutes: 5 }] },
  'POST /rest/v1/rpc/list_slots': { body: slots },
  'GET /rest/v1/shop': { body: shop },
};

beforeEach(() => {
  store.set(cartAtom, emptyCart);
  store.set(vehicleAtom, null);
  window.HTMLElement.prototype.scrollIntoView = () => undefined;
});

async function open(routes: Parameters<typeof fakeBackend>[0] = answers) {
  const backend = fakeBackend(routes);
  renderPage(page, { path: '/' });
  await screen.findByRole('heading', { level: 1, name: 'Your bike, serviced at your gate.' });
  return backend;
}

test('shows the lowest rates before a bike is chosen', async () => {
  await open();
  const rate = screen.getByRole('link', { name: /^General Service 25 checks from ₹899/ });
  expect(rate.getAttribute('href')).toBe('/services/general-service');
});

test.each([
  [60, 100],
  [45, 150],
])('for a window missed by %d minutes it promises the credit of ₹%d from the database', async (minutes, credit) => {
  await open({ ...answers, 'GET /rest/v1/shop': { body: { ...shop, late_minutes: minutes, late_credit: credit } } });
  const promise = screen.getByText(`More than ${minutes} minutes late`);
  expect(promise.parentElement?.textContent).toContain(`₹${credit} credit`);
});

test.each([
  [[0, 300, 500, 1000], '₹0, ₹300, ₹500 or ₹1,000', 'Inside a limit of ₹500'],
  [[0, 400, 2500], '₹0, ₹400 or ₹2,500', 'Inside a limit of ₹400'],
  [[0, 2500], '₹0 or ₹2,500', 'Inside your limit'],
])('names the limits %j for extra work, and one of them in its example', async (limits, words, example) => {
  await open({ ...answers, 'GET /rest/v1/shop': { body: { ...shop, approval_limits: limits } } });
  expect(screen.getByText(/^You set a limit when you book/).textContent).toContain(`you book: ${words}. Above it`);
  expect(screen.getByText(example)).toBeTruthy();
});

test('shows the bike’s own rates once it is chosen', async () => {
  const backend = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Classic 350' }));
  await userEvent.click(screen.getByRole('button', { name: 'See prices for Classic 350' }));
  const rate = await screen.findByRole('link', { name: /General Service.*₹1,699/ });
  expect(rate.getAttribute('href')).toBe('/services/royal-enfield/classic-350/general-service');
  expect(screen.getByRole('heading', { name: 'Rates for Classic 350' })).not.toBeNull();
  expect(store.get(vehicleAtom)?.modelId).toBe('royal-enfield/classic-350');
  expect(backend.callsOf('GET /rest/v1/model_offers')[0]?.query.get('model_id')).toBe('eq.royal-enfield/classic-350');
});

test('keeps the lowest rates and offers a retry when the bike’s prices fail to load', async () => {
  await open({ ...answers, 'GET /rest/v1/model_offers': { status: 503, body: { message: 'down' } } });
  await userEvent.click(screen.getByRole('button', { name: 'Classic 350' }));
  await userEvent.click(screen.getByRole('button', { name: 'See prices for Classic 350' }));
  expect(await screen.findByRole('button', { name: 'Try again' })).not.toBeNull();
  expect(screen.getByRole('link', { name: /^General Service 25 checks from ₹899/ })).not.toBeNull();
});

test('reads the bike’s prices again once the browser is online again', async () => {
  let down = true;
  const prices = () => (down ? { status: 503, body: { message: 'down' } } : { body: [generalOffer] });
  const backend = await open({ ...answers, 'GET /rest/v1/model_offers': prices });
  await userEvent.click(screen.getByRole('button', { name: 'Classic 350' }));
  await userEvent.click(screen.getByRole('button', { name: 'See prices for Classic 350' }));
  await screen.findByRole('button', { name: 'Try again' });
  const before = backend.callsOf('GET /rest/v1/model_offers').length;
  down = false;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('link', { name: /General Service.*₹1,699/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(backend.callsOf('GET /rest/v1/model_offers')).toHaveLength(before + 1);
});

test('works without free times', async () => {
  await open({ ...answers, 'POST /rest/v1/rpc/list_slots': { status: 503, body: { message: 'down' } } });
  const line = await screen.findByText(/^Next free:/);
  expect(line.textContent).toBe('Next free: see when you book');
});

test('an unlisted bike leads to a call back', async () => {
  const backend = await open({ ...answers, 'POST /rest/v1/rpc/request_callback': { body: { id: '1' } } });
  await userEvent.click(screen.getByRole('button', { name: 'Bike not in the list?' }));
  await fill(await screen.findByLabelText('Brand and model'), 'Suzuki Access 125');
  await fill(screen.getByLabelText('Your name'), 'Asha Sample');
  await fill(screen.getByLabelText('Mobile number'), '9000000012');
  await userEvent.click(screen.getByRole('button', { name: 'Ask for a call back' }));
  expect(await screen.findByText(/We have your bike and your number/)).not.toBeNull();
  expect(backend.callsOf('POST /rest/v1/rpc/request_callback')[0]?.body).toMatchObject({
    kind: 'unlisted_bike',
    details: { bike: 'Suzuki Access 125' },
  });
});

test('an unserved PIN leads to leaving a number, with the PIN in it', async () => {
  const backend = await open({ ...answers, 'POST /rest/v1/rpc/request_callback': { body: { id: '1' } } });
  await userEvent.type(screen.getByLabelText('Check your PIN'), '400001');
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  await fill(await screen.findByLabelText('Your name'), 'Asha Sample');
  await fill(screen.getByLabelText('Mobile number'), '90000 00012');
  await userEvent.click(screen.getByRole('button', { name: 'Tell me when you come' }));
  expect(await screen.findByText('Thank you. We tell you when we come to 400001.')).not.toBeNull();
  expect(backend.callsOf('POST /rest/v1/rpc/request_callback')[0]?.body).toEqual({
    kind: 'unserved_pin',
    name: 'Asha Sample',
    phone: '90000 00012',
    details: { pin: '400001', website: '' },
  });
});
