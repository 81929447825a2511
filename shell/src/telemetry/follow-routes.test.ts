import { createMemoryRouter } from '@twostroke/shared/router/memory';
import { appOfRoute, followRoutes, type SiteRouter } from './follow-routes.ts';

function openRouter(url: string): SiteRouter {
  const page = (id: string, path: string) => ({ id, path, Component: () => null });
  return createMemoryRouter([page('catalog:home', '/'), page('catalog:bike', '/bikes/:slug')], {
    initialEntries: [url],
  });
}

test('tells by route id which page was shown when', async () => {
  const router = openRouter('/');
  const routes = followRoutes(router, router.state.matches);
  const before = performance.now();
  await router.navigate('/bikes/classic-350');
  expect(routes.at(before)).toBe('catalog:home');
  expect(routes.at(performance.now())).toBe('catalog:bike');
});

test('reports the landing page for a visitor who followed a link before recording began', async () => {
  const router = openRouter('/');
  const landing = router.state.matches;
  await router.navigate('/bikes/classic-350');
  const routes = followRoutes(router, landing);
  expect(routes.at(0)).toBe('catalog:home');
  expect(routes.at(performance.now())).toBe('catalog:bike');
});

test('a route belongs to its remote, the shell’s own routes to the shell', () => {
  expect(['catalog:home', 'cart:book-service', 'not-found', 'site', ''].map(appOfRoute)).toEqual([
    'catalog',
    'cart',
    'shell',
    'shell',
    'shell',
  ]);
});
