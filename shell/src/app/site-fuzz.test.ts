/** @jest-environment jsdom */
import { createMemoryRouter } from '@twostroke/shared/router/memory';
import { randomlyDamaged, seededRandom } from '@twostroke/shared/testing/random-values';
import { siteRoutes } from './create-site-router.tsx';
import { buildRegistry, buildRoute, buildSlot } from '../testing/build-registry.ts';
import { loadRemoteModule, registerRemote } from '../remotes/federation.ts';
import { registerLiveRemotes } from '../remotes/load-remote.ts';
import { readSite } from '../remotes/site.ts';

jest.mock('../remotes/federation.ts');

const files = {
  js: [{ href: '/r/a.js', integrity: 'sha256-a' }],
  css: [{ href: '/r/a.css', integrity: 'sha256-b', key: 'a:chunk-1' }],
};
const right = {
  registry: buildRegistry(
    [
      buildRoute({ remote: 'catalog', page: 'bikes', path: '/bikes', ...files }),
      buildRoute({ remote: 'admin', page: 'admin', path: '/admin', access: 'admin' }),
    ],
    [buildSlot({ remote: 'cart', ...files })],
  ),
  backend: { url: 'http://backend.test', key: 'anon' },
};
const keys = [
  'registry',
  'remotes',
  'routes',
  'slots',
  'schema',
  'name',
  'entry',
  'remote',
  'path',
  'access',
  'js',
  'href',
];
const leaves = [
  'catalog',
  'cart',
  '/r/a.js',
  '/bikes',
  'public',
  'catalog:bikes',
  'javascript:alert(1)',
  '/\\evil.example',
  1,
];

const isForeign = (address: string) => new URL(address, 'http://localhost').origin !== 'http://localhost';

test('1,000 damaged documents never throw, and no foreign address is ever registered', () => {
  const random = seededRandom(19471120);
  const register = jest.mocked(registerRemote);
  const wrong: unknown[] = [];
  let routes = 0;
  for (let run = 0; run < 1000; run += 1) {
    let site: unknown = right;
    for (let damage = 0; damage <= run % 3; damage += 1) site = randomlyDamaged(site, random, keys, leaves);
    const text = JSON.stringify(site);
    const { registry, backend } = readSite(random() < 0.05 ? text.slice(0, text.length * random()) : text);
    register.mockClear();
    registerLiveRemotes(registry);
    createMemoryRouter(siteRoutes(registry), { initialEntries: ['/nowhere'] }).dispose();
    for (const [, entry] of register.mock.calls) if (isForeign(entry)) wrong.push(entry);
    for (const { access, js, css } of [...registry.routes, ...registry.slots]) {
      if (!['public', 'user', 'admin'].includes(access)) wrong.push(access);
      for (const { href } of [...js, ...css]) if (isForeign(href)) wrong.push(href);
    }
    if (typeof backend.url !== 'string' || typeof backend.key !== 'string') wrong.push(backend);
    routes += registry.routes.length;
  }
  expect(wrong).toEqual([]);
  expect(loadRemoteModule).not.toHaveBeenCalled();
  expect(routes).toBeGreaterThan(500); // otherwise the documents are too random to test anything
});
