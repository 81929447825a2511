import { act, render, screen } from '@testing-library/react';
import { Link, RouterProvider } from '@twostroke/shared/router';
import { createMemoryRouter } from '@twostroke/shared/router/memory';
import { BelowFirstScreen } from './below-first-screen.tsx';

function open() {
  const page = (
    <>
      <h1>Bikes</h1>
      <BelowFirstScreen>
        <p id="prices">Prices</p>
        <BelowFirstScreen>
          <p>Questions</p>
        </BelowFirstScreen>
      </BelowFirstScreen>
    </>
  );
  const router = createMemoryRouter([
    { path: '/', element: <Link to="/bikes">All bikes</Link> },
    { path: '/bikes', element: page },
  ]);
  render(<RouterProvider router={router} />);
  return router;
}

const texts = () => ['Bikes', 'Prices', 'Questions'].filter((text) => screen.queryByText(text));

test('a page that a link leads to shows its first screen, and the rest, all of it, once that is drawn', async () => {
  jest.useFakeTimers();
  try {
    const router = open();
    await act(() => router.navigate('/bikes'));
    expect(texts()).toEqual(['Bikes']);
    act(() => jest.advanceTimersToNextFrame());
    expect(texts()).toEqual(['Bikes']);
    act(() => jest.advanceTimersByTime(1));
    expect(texts()).toEqual(['Bikes', 'Prices', 'Questions']);
  } finally {
    jest.useRealTimers();
  }
});

test.each([
  [
    'back to it',
    async (go: ReturnType<typeof open>) => (await go.navigate('/bikes'), await go.navigate('/'), go.navigate(-1)),
  ],
  ['to a place on it', (go: ReturnType<typeof open>) => go.navigate('/bikes#prices')],
])('a visitor who goes %s finds all of it', async (_, move) => {
  const router = open();
  await act(async () => move(router));
  expect(texts()).toEqual(['Bikes', 'Prices', 'Questions']);
});
