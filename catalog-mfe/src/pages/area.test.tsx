import { fakeBackend, type FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as page from './area.tsx';

// Numeric columns come as text from one backend and as numbers from the other.
const area = (slug: string, name: string, lat: string | number, lng: string | number) => ({
  slug,
  name,
  also_known_as: null,
  pin: '411048',
  lat,
  lng,
  colour: 'Steep lanes.',
  map_x: 1,
  map_y: 1,
});
const areas = [
  area('camp', 'Camp', '18.516', '73.878'),
  area('kondhwa', 'Kondhwa', '18.469', '73.889'),
  area('kausar-baugh', 'Kausar Baugh', 18.479, 73.883),
];
const review = {
  id: 1,
  name: 'Tejas B.',
  stars: 4,
  body: 'Done in my parking.',
  is_sample: true,
  areas: { slug: 'kondhwa', name: 'Kondhwa' },
  models: { name: 'Classic 350' },
};
const slots: FakeAnswer = {
  body: {
    today: '2026-11-20',
    first_free: { date: '2026-11-21', start: '09:00', end: '11:00', free: 2 },
    days: [{ date: '2026-11-21', windows: [{ start: '09:00', places: 3 }] }],
  },
};

function backend(answerOfSlots: () => FakeAnswer | Promise<FakeAnswer> = () => slots) {
  return fakeBackend({
    'GET /rest/v1/areas': ({ query }) =>
      query.get('select') === 'story_md' ? { body: [{ story_md: 'Nothing is **level**.' }] } : { body: areas },
    'GET /rest/v1/area_pins': { body: [{ pin: '411048', area_slugs: ['kondhwa'] }] },
    'GET /rest/v1/packages': { body: [] },
    'GET /rest/v1/price_classes': { body: [{ id: 'C1', min_cc: 0, max_cc: 125, extra_minutes: 0 }] },
    'GET /rest/v1/business_hours': { body: [] },
    'GET /rest/v1/arrival_windows': { body: [] },
    'GET /rest/v1/shop': { body: [{ free_pickup_from: 999, workshop_area: 'kondhwa' }] },
    'GET /rest/v1/reviews': { body: [review] },
    'POST /rest/v1/rpc/list_slots': answerOfSlots,
  });
}

/** Free times whose answers come when the test says so. */
function fakeTimesLater(keep: (answer: (answer: FakeAnswer) => void) => void) {
  const waiting: ((answer: FakeAnswer) => void)[] = [];
  keep((answer) => waiting.forEach((resolve) => resolve(answer)));
  return backend(() => new Promise<FakeAnswer>((resolve) => waiting.push(resolve)));
}

const open = () => renderPage(page, { path: '/location/:areaSlug', url: '/location/kondhwa' });

test('shows the neighbours nearest first, with their distance', async () => {
  backend();
  open();
  const heading = await screen.findByRole('heading', { name: 'Next door' });
  const section = heading.closest('section')!;
  const stones = within(section).getAllByRole('link', { name: /km/ });
  expect(stones.map((stone) => stone.textContent?.replace(/\s+/g, ' '))).toEqual([
    '1 km Kausar Baugh 411048',
    '5 km Camp 411048',
  ]);
  expect(stones[0]?.getAttribute('href')).toBe('/location/kausar-baugh');
});

test('shows the next free time of each mode and marks our advice', async () => {
  backend();
  open();
  const gate = (await screen.findByText('our advice')).closest('li')!;
  expect(gate.textContent?.replace(/\s+/g, ' ')).toMatch(/At your gate our advice.*Tomorrow, 9–.11.am.*2 of 3 free/);
});

test('free times are live facts of each mode, and no part of the content', async () => {
  const { callsOf } = backend();
  await page.loader({ params: { areaSlug: 'kondhwa' } } as never);
  expect(callsOf('POST /rest/v1/rpc/list_slots')).toEqual([]);
  const at = { date: '2026-11-21', start: '09:00', end: '11:00', free: 2, places: 3 };
  expect(await page.live()).toEqual(
    ['doorstep', 'pickup', 'workshop'].map((mode) => ({ today: '2026-11-20', mode, time: at })),
  );
});

test('the page stands before its free times are known, with a row for each', async () => {
  let answer: (answer: FakeAnswer) => void = () => undefined;
  fakeTimesLater((resolve) => (answer = resolve));
  open();
  await screen.findByRole('heading', { level: 1, name: 'Bike service in Kondhwa' });
  expect(screen.getAllByText('One moment')).toHaveLength(3);
  expect(screen.getByText('our advice')).toBeTruthy();
  await act(async () => answer(slots));
  expect((await screen.findAllByText(/Tomorrow, 9–.11.am/)).length).toBe(3);
});

test('the page works without free times, and offers to load them again', async () => {
  let down = true;
  backend(() => (down ? { status: 503, body: { message: 'down' } } : slots));
  open();
  await screen.findByText(/We could not look up the free times/);
  expect(screen.getByRole('heading', { level: 1, name: 'Bike service in Kondhwa' })).toBeTruthy();
  down = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('our advice')).toBeTruthy();
});

test('reads the free times again once the browser is online again', async () => {
  let down = true;
  backend(() => (down ? { status: 503, body: { message: 'down' } } : slots));
  open();
  await screen.findByText(/We could not look up the free times/);
  down = false;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('our advice')).toBeTruthy();
});

test('marks sample reviews as samples', async () => {
  backend();
  open();
  const card = (await screen.findByText('Done in my parking.')).closest('article')!;
  expect(card.textContent).toMatch(/Sample review/);
  expect(card.textContent).toMatch(/4 of 5 stars/);
});

test('an unknown area is a 404', async () => {
  backend();
  await expect(page.loader({ params: { areaSlug: 'mumbai' } } as never)).rejects.toMatchObject({ status: 404 });
});
