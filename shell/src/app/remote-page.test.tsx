import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { createMemoryRouter } from '@twostroke/shared/router/memory';
import { HydrateLater } from '@twostroke/shared/ui/hydrate-later';
import { resetState } from '@twostroke/shared/testing/reset-state';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import { siteRoutes } from './create-site-router.tsx';
import { buildModule } from '../testing/build-module.tsx';
import { buildRegistry, buildRoute } from '../testing/build-registry.ts';
import { renderSite } from '../testing/render-site.tsx';
import { loadRemoteModule } from '../remotes/federation.ts';
import { loadPage, registerLiveRemotes } from '../remotes/load-remote.ts';
import { startHydration } from '../remotes/prerendered.ts';
import type { SiteRouter } from '../telemetry/follow-routes.ts';

jest.mock('../remotes/federation.ts');
const loadModule = jest.mocked(loadRemoteModule);
const main = () => within(screen.getByRole('main'));
const tryAgain = async () => userEvent.click(await main().findByRole('button', { name: 'Try again' }));
let broken = true;

/** A page that throws until it is repaired. */
function Component() {
  if (broken) throw new Error('a fault of the page');
  return <h1>The page itself</h1>;
}

beforeEach(() => {
  console.error = () => undefined; // React reports what is thrown while rendering
  resetState();
  broken = true;
  loadModule.mockReset().mockResolvedValue(buildModule({ home: { Component } }));
});

test('a page that throws again after the first retry is fetched without any cache: a newer version may be live', async () => {
  const fetched = jest.fn<Promise<Response>, Parameters<typeof fetch>>(() => new Promise(() => undefined));
  globalThis.fetch = fetched;
  const route = buildRoute();
  renderSite(buildRegistry([route]), route.path);
  await screen.findByText(`Fault code: ${route.remote} 1`);
  await tryAgain();
  await screen.findByText(`Fault code: ${route.remote} 2`);
  expect(fetched).not.toHaveBeenCalled();
  await tryAgain();
  expect(fetched).toHaveBeenCalled();
});

const dataOf = (route: RegistryRoute) => ({ [route.id]: null });

function routerOf(route: RegistryRoute): SiteRouter {
  return createMemoryRouter(siteRoutes(buildRegistry([route])), {
    initialEntries: [route.path],
    hydrationData: { loaderData: dataOf(route) },
  }) as never;
}

describe('a prerendered page', () => {
  const container = document.createElement('div');
  let route = buildRoute();
  const rendered = () => screen.getByRole('heading', { level: 1, name: 'As it was rendered' });
  let node: HTMLElement;
  let root: ReturnType<typeof hydrateRoot>;

  beforeEach(() => {
    document.body.append(container);
    route = buildRoute();
    registerLiveRemotes(buildRegistry([route]));
  });
  afterEach(() => act(() => root.unmount()));

  /** Hydrates what stands for the prerendered page, or what the site renders. */
  async function hydrate(render?: () => string): Promise<void> {
    await loadPage(route).catch(() => undefined);
    container.innerHTML =
      render?.() ??
      `<div class="page"><main><div data-page="${route.id}"><h1>As it was rendered</h1></div></main></div>`;
    node = container.querySelector('h1')!;
    startHydration({ path: route.path, route, loaderData: dataOf(route), renderedAt: 0 }, container);
    await act(async () => {
      root = hydrateRoot(container, <App router={routerOf(route)} />, { onRecoverableError: () => undefined });
    });
  }

  test('that throws while it is hydrated stays readable, with the same nodes, and says that its buttons do not work', async () => {
    await hydrate();
    expect((await main().findByRole('alert')).textContent).toContain('You can read what is here');
    expect(rendered()).toBe(node);
    expect(screen.getByText(`Fault code: ${route.remote} 1`)).toBeTruthy();
  });

  test('of which a part that is hydrated later throws stays readable too', async () => {
    let inBrowser = false;
    const Below = () => {
      if (inBrowser) throw new Error('a fault further down');
      return <p>Prices</p>;
    };
    const Page = () => (
      <>
        <h1>As it was rendered</h1>
        <HydrateLater>
          <Below />
        </HydrateLater>
      </>
    );
    loadModule.mockResolvedValue(buildModule({ home: { Component: Page } }));
    await hydrate(() => {
      const html = renderToString(<App router={routerOf(route)} />);
      inBrowser = true;
      return html;
    });
    expect((await main().findByRole('alert')).textContent).toContain('You can read what is here');
    expect(rendered()).toBe(node);
    expect(main().getByText('Prices')).toBeTruthy();
  });

  test('that throws stays readable when it throws again', async () => {
    await hydrate();
    await main().findByRole('alert');
    await tryAgain();
    await screen.findByText(`Fault code: ${route.remote} 2`);
    expect(rendered()).toBe(node);
    expect(document.title).toBe('This part is not available | Twostroke');
  });

  test('that throws is replaced by the page once that works', async () => {
    await hydrate();
    await main().findByRole('alert');
    broken = false;
    await tryAgain();
    expect(await main().findByRole('heading', { name: 'The page itself' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(node.isConnected).toBe(false);
  });

  test('whose code failed to load loads it once the browser is online again', async () => {
    broken = false;
    loadModule.mockRejectedValueOnce(new Error('no network'));
    await hydrate();
    expect((await main().findByRole('alert')).textContent).toContain('You can read what is here');
    await act(async () => window.dispatchEvent(new Event('online')));
    expect(await main().findByRole('heading', { name: 'The page itself' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(loadModule).toHaveBeenCalledTimes(2);
  });
});
