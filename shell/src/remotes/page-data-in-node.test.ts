import { connectBackend } from '@twostroke/shared/client';
import { buildModule, buildPage } from '../testing/build-module.tsx';
import { buildRoute } from '../testing/build-registry.ts';
import { loadRemoteModule } from './federation.ts';
import { loadPageData, LOADER_TIMEOUT_MS } from './page-data.ts';

jest.mock('./federation.ts');

const args = { request: new Request('http://site/'), params: {} } as never;
const load = (page: object) => {
  connectBackend({ url: 'http://backend.test', key: 'anon' });
  jest.mocked(loadRemoteModule).mockResolvedValue(buildModule({ home: buildPage('Page', page) }));
  return loadPageData(buildRoute(), args, () => undefined);
};

test('in Node a loader may wait as long as the backend asks: the renderer has its own timeout', async () => {
  jest.useFakeTimers();
  const wait = (): Promise<string> =>
    new Promise((resolve) => setTimeout(() => resolve('late'), 4 * LOADER_TIMEOUT_MS));
  const data = load({ loader: wait });
  await jest.advanceTimersByTimeAsync(4 * LOADER_TIMEOUT_MS);
  await expect(data).resolves.toBe('late');
  jest.useRealTimers();
});

test('a prerendered page has its live facts: they are part of its document', async () => {
  const page = { loader: () => ({ text: 'read' }), live: () => Promise.resolve('now') };
  await expect(load(page)).resolves.toEqual({ text: 'read', live: 'now' });
});
