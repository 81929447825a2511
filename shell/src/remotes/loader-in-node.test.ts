/** @jest-environment node */
import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { keepingPrerendered, LOADER_TIMEOUT_MS } from './prerendered.ts';

test('in Node a loader may wait for as long as the backend asks for: the renderer has the clock', async () => {
  jest.useFakeTimers();
  const wait = (): Promise<string> =>
    new Promise((resolve) => setTimeout(() => resolve('late'), 4 * LOADER_TIMEOUT_MS));
  const args = { request: new Request('http://site/'), params: {} } as never;
  const data = keepingPrerendered({ id: 'catalog:home' } as RegistryRoute, args, wait);
  await jest.advanceTimersByTimeAsync(4 * LOADER_TIMEOUT_MS);
  await expect(data).resolves.toBe('late');
});
