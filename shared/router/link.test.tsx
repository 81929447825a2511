import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterProvider } from './index.ts';
import { Link } from './link.tsx';
import { createMemoryRouter } from './memory.ts';

function open(at: string, link: React.ReactNode) {
  const router = createMemoryRouter([{ path: '*', element: link }], { initialEntries: [at] });
  render(<RouterProvider router={router} />);
  return router;
}

test('a link goes to its page without a reload', async () => {
  const router = open('/', <Link to="/bikes#hero">Bikes</Link>);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/bikes#hero');
  await userEvent.click(screen.getByRole('link'));
  expect(router.state.location).toMatchObject({ pathname: '/bikes', hash: '#hero' });
  expect(router.state.historyAction).toBe('PUSH');
});

test('resolves relative addresses, and replaces the history entry when asked', async () => {
  const router = open(
    '/bikes',
    <Link to="?q=activa" replace>
      Activa
    </Link>,
  );
  expect(screen.getByRole('link').getAttribute('href')).toBe('/bikes?q=activa');
  await userEvent.click(screen.getByRole('link'));
  expect(router.state.location).toMatchObject({ pathname: '/bikes', search: '?q=activa' });
  expect(router.state.historyAction).toBe('REPLACE');
});

test.each([
  ['with Ctrl held', { ctrlKey: true }],
  ['with Cmd held', { metaKey: true }],
  ['with the middle button', { button: 1 }],
])('a click %s is left to the browser', (_how, press) => {
  const router = open('/', <Link to="/bikes">Bikes</Link>);
  const link = screen.getByRole('link');
  link.addEventListener('click', (event) => {
    expect(event.defaultPrevented).toBe(false);
    event.preventDefault(); // jsdom can't open tabs
  });
  fireEvent.click(link, press);
  expect(router.state.location.pathname).toBe('/');
});

test('a link to another tab is left to the browser', () => {
  const router = open(
    '/',
    <Link to="/bikes" target="_blank">
      Bikes
    </Link>,
  );
  const link = screen.getByRole('link');
  link.addEventListener('click', (event) => {
    expect(event.defaultPrevented).toBe(false);
    event.preventDefault();
  });
  fireEvent.click(link);
  expect(router.state.location.pathname).toBe('/');
});

test('a link on a map, whose element is of SVG, goes to its page too', () => {
  const map = (
    <svg>
      <Link to="/bikes" data-testid="place" />
    </svg>
  );
  const router = open('/', map);
  fireEvent.click(screen.getByTestId('place'));
  expect(router.state.location.pathname).toBe('/bikes');
});

test('ignores a click that was already handled', async () => {
  const router = open(
    '/',
    <Link to="/bikes" onClick={(event) => event.preventDefault()}>
      Bikes
    </Link>,
  );
  await userEvent.click(screen.getByRole('link'));
  expect(router.state.location.pathname).toBe('/');
});
