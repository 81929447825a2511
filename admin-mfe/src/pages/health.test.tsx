import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildAdminSession } from '@twostroke/shared/testing/build-session';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import type { Health, VersionHealth } from '../features/read-health/health.ts';
import * as page from './admin.tsx';

const route = 'POST /rest/v1/rpc/client_health';
const cart: VersionHealth = {
  app: 'cart',
  version: '1.0.0-1a2b3c4d',
  canary: false,
  visits: 1212,
  errors: 3,
  error_rate: 0.0142,
  lcp_p75: 1236,
  inp_p75: 260,
  cls_p75: 0.3,
  last_seen: '2026-11-21T04:42:00+00:00',
};
const shell: VersionHealth = {
  ...cart,
  app: 'shell',
  visits: 0,
  errors: 1,
  error_rate: null,
  lcp_p75: null,
  inp_p75: null,
  cls_p75: null,
};

let health: Health;
let backend: ReturnType<typeof fakeBackend>;
const open = (url = '/admin?view=health') => renderPage(page, { path: '/admin', url, session: buildAdminSession() });

beforeEach(() => {
  health = {
    hours: 24,
    apps: [cart, { ...cart, version: '1.1.0-ffffffff', canary: true, visits: 12 }, shell],
    errors: [
      {
        app: 'cart',
        version: '1.0.0-1a2b3c4d',
        name: 'TypeError',
        message: 'x is undefined',
        count: 3,
        route: 'cart:book-service',
        request_id: '7kx3m9qp',
        last_seen: '2026-11-21T04:42:00+00:00',
      },
    ],
  };
  backend = fakeBackend({
    [route]: () => ({ body: health }),
    'POST /rest/v1/rpc/my_duty': { body: 'owner' },
  });
});

/** Text of the values of one version. */
async function figuresOf(app: string, at = 0): Promise<string[]> {
  const section = await screen.findByRole('region', { name: app });
  const list = section.querySelectorAll('dl')[at]!;
  return [...list.children].map((cell) => cell.textContent);
}

test('shows each version with its values and a rating in words', async () => {
  open();
  expect(await figuresOf('cart')).toEqual([
    'Visits1,212',
    'Errors3',
    'Error rate1.4 in\u00a0100Needs work',
    'Content shown (LCP)1.24\u00a0sGood',
    'Answers a tap (INP)260\u00a0msNeeds work',
    'Stands still (CLS)0.30Poor',
  ]);
  expect((await figuresOf('cart', 1))[0]).toBe('Visits12');
  const section = within(screen.getByRole('region', { name: 'cart' }));
  expect(section.getByText('cart@1.1.0-ffffffff').parentElement?.textContent).toContain('canary');
  expect(section.getByText('cart@1.0.0-1a2b3c4d').parentElement?.textContent).not.toContain('canary');
});

test('says what was not measured instead of showing zero', async () => {
  open();
  expect((await figuresOf('shell')).slice(2)).toEqual([
    'Error rate–No visit',
    'Content shown (LCP)–Not measured',
    'Answers a tap (INP)–Not measured',
    'Stands still (CLS)–Not measured',
  ]);
});

test('lists the newest errors with the version they came from', async () => {
  open();
  const list = await screen.findByRole('region', { name: 'Newest errors' });
  const [error] = within(list).getAllByRole('listitem');
  for (const words of ['TypeError: x is undefined', 'cart@1.0.0-1a2b3c4d', 'at cart:book-service', '3 times'])
    expect(error?.textContent).toContain(words);
});

test('reads a day unless the address asks for an hour or a week', async () => {
  const { router } = open();
  await figuresOf('cart');
  const chips = within(screen.getByRole('group', { name: 'Look back' }));
  expect(chips.getByRole('link', { name: '24 hours' }).getAttribute('aria-current')).toBe('true');
  await userEvent.click(chips.getByRole('link', { name: '1 hour' }));
  expect(router.state.location.search).toBe('?view=health&hours=1');
  await act(() => router.navigate('/admin?view=health&hours=9999'));
  expect(backend.callsOf(route).map(({ body }) => body)).toEqual([{ hours: 24 }, { hours: 1 }, { hours: 24 }]);
});

test('"read again" reads again and says so', async () => {
  open();
  await figuresOf('cart');
  health = { ...health, apps: [{ ...cart, visits: 300 }] };
  await userEvent.click(screen.getByRole('button', { name: 'Read again' }));
  await waitFor(async () => expect((await figuresOf('cart'))[0]).toBe('Visits300'));
  expect(await screen.findByText('Read again', { selector: '[aria-live]' })).toBeTruthy();
});

test('without reports it says why and where to look', async () => {
  health = { hours: 1, apps: [], errors: [] };
  open('/admin?view=health&hours=1');
  await screen.findByRole('heading', { name: 'No reports in the last hour' });
  expect(screen.getByRole('link', { name: 'Look back 7 days' }).getAttribute('href')).toBe(
    '/admin?view=health&hours=168',
  );
  expect(screen.queryByRole('region', { name: 'Newest errors' })).toBeNull();
});

test('says when there were no errors', async () => {
  health = { ...health, errors: [] };
  open();
  await screen.findByText('No error was reported in this time.');
});

test('links back to the day', async () => {
  open();
  await figuresOf('cart');
  const tabs = within(screen.getByRole('navigation', { name: 'Workshop' }));
  expect(tabs.getByRole('link', { name: 'Day' }).getAttribute('href')).toBe('/admin');
  expect(tabs.getByRole('link', { name: 'Health' }).getAttribute('aria-current')).toBe('page');
});
