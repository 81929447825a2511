import { resetState } from '@twostroke/shared/testing/reset-state';
import { act, screen, waitFor } from '@testing-library/react';
import { loadRemoteModule } from '../remotes/federation.ts';
import { buildModule, buildPage } from '../testing/build-module.tsx';
import { buildRegistry, buildRoute } from '../testing/build-registry.ts';
import { renderSite } from '../testing/render-site.tsx';

jest.mock('../remotes/federation.ts');
const loadModule = jest.mocked(loadRemoteModule);

beforeEach(() => {
  resetState();
  loadModule.mockReset();
});

test('every route change scrolls to the top, moves the focus to the page and announces it', async () => {
  const [home, bikes] = [buildRoute(), buildRoute()];
  loadModule.mockImplementation(async (name) =>
    buildModule({ home: buildPage(name === home.remote ? 'Home' : 'Bikes') }),
  );
  const { router } = renderSite(buildRegistry([home, bikes]), home.path);
  await screen.findByRole('heading', { name: 'Home' });
  const scrolled = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  await act(() => router.navigate(bikes.path));
  expect(await screen.findByRole('heading', { name: 'Bikes' })).toBeTruthy();
  expect(scrolled).toHaveBeenLastCalledWith(0, 0);
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('the current page stays, marked as busy, while the next one loads', async () => {
  const [home, bikes] = [buildRoute(), buildRoute()];
  loadModule.mockResolvedValueOnce(buildModule({ home: buildPage('Home') }));
  const { router } = renderSite(buildRegistry([home, bikes]), home.path);
  await screen.findByRole('heading', { name: 'Home' });
  let arrive: (module: ReturnType<typeof buildModule>) => void = () => undefined;
  loadModule.mockReturnValueOnce(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  let navigated: Promise<void> = Promise.resolve();
  await act(async () => {
    navigated = router.navigate(bikes.path);
  });
  await waitFor(() => expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true'));
  expect(screen.getByRole('heading', { name: 'Home' })).toBeTruthy();
  await act(async () => {
    arrive(buildModule({ home: buildPage('Bikes') }));
    await navigated;
  });
  expect(await screen.findByRole('heading', { name: 'Bikes' })).toBeTruthy();
  expect(screen.getByRole('main').hasAttribute('aria-busy')).toBe(false);
});

test('a keyboard user can skip the header', async () => {
  const home = buildRoute();
  loadModule.mockResolvedValue(buildModule({ home: buildPage('Home') }));
  renderSite(buildRegistry([home]), home.path);
  await screen.findByRole('heading', { name: 'Home' });
  expect(screen.getByRole('link', { name: 'Skip to the page' }).getAttribute('href')).toBe('#main');
  expect(screen.getByRole('main').id).toBe('main');
});
