/** @jest-environment jsdom */
import { createBrowserRouter, RouterProvider, useLoaderData, useNavigation } from '@twostroke/shared/router';
import { act, render, screen } from '@testing-library/react';
import { showMovesAtOnce } from './show-moves-at-once.ts';

/** What the page said at each rendering: its data, and whether another page is loading. */
const rendered: string[] = [];
/** The data of the late page arrives. */
let arrive: (data: string) => void = () => undefined;

function Page() {
  const data = useLoaderData<string>();
  rendered.push(`${data} ${useNavigation().state}`);
  return <h1>{data}</h1>;
}

function open() {
  rendered.length = 0;
  window.history.replaceState(null, '', '/');
  const late = () => new Promise<string>((resolve) => (arrive = resolve));
  const router = createBrowserRouter(
    [
      { path: '/', id: 'home', Component: Page, loader: () => 'home' },
      { path: '/ready', Component: Page, loader: () => 'ready' },
      { path: '/late', Component: Page, loader: late },
    ],
    { hydrationData: { loaderData: { home: 'home' } } },
  );
  render(<RouterProvider router={showMovesAtOnce(router)} />);
  return router;
}

const nextFrame = () => act(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));

test('a page that is there is rendered before the next frame, and nothing says that it loads', async () => {
  const router = open();
  let drawn: string | null = '';
  await act(async () => {
    void router.navigate('/ready');
    await new Promise((resolve) => setTimeout(resolve)); // without the tasks in which React renders slices
    drawn = screen.getByRole('heading').textContent;
  });
  expect(drawn).toBe('ready');
  expect(rendered).toEqual(['home idle', 'ready idle']);
});

test('the page that is shown learns in the next frame that another one loads', async () => {
  const router = open();
  void router.navigate('/late');
  expect(rendered).toEqual(['home idle']);
  await nextFrame();
  expect(rendered).toEqual(['home idle', 'home loading']);
  await act(async () => arrive('late'));
  expect(rendered.at(-1)).toBe('late idle');
  expect(screen.getByRole('heading').textContent).toBe('late');
});
