import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { loadOrKeepPrerendered, LOADER_TIMEOUT_MS } from './prerendered.ts';

test('in Node a loader may wait as long as the backend asks: the renderer has its own timeout', async () => {
  jest.useFakeTimers();
  const wait = (): Promise<string> =>
    new Promise((resolve) => setTimeout(() => resolve('late'), 4 * LOADER_TIMEOUT_MS));
  const args = { request: new Request('http://site/'), params: {} } as never;
  const data = loadOrKeepPrerendered({ id: 'catalog:home' } as RegistryRoute, args, wait);
  await jest.advanceTimersByTimeAsync(4 * LOADER_TIMEOUT_MS);
  await expect(data).resolves.toBe('late');
});
