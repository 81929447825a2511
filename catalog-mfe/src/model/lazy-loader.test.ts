/** @jest-environment jsdom */
import { lazyLoader } from './lazy-loader.ts';

const loadCode = jest.fn(() => Promise.resolve({ loader: (path: string) => Promise.resolve(`data of ${path}`) }));
const load = lazyLoader(loadCode);
afterEach(() => jest.restoreAllMocks());

const setOnline = (isOnline: boolean) => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);

test('a loader loads its code, then the data', async () => {
  await expect(load('/faq')).resolves.toBe('data of /faq');
});

test('offline it asks for no code, so that it succeeds once the visitor is online', async () => {
  setOnline(false);
  loadCode.mockClear();
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(load('/faq')).rejects.toMatchObject({ code: 'offline' });
  expect(loadCode).not.toHaveBeenCalled();
  setOnline(true);
  await expect(load('/faq')).resolves.toBe('data of /faq');
});

test('code that does not come counts as a server that does not answer', async () => {
  loadCode.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  await expect(load('/faq')).rejects.toMatchObject({ code: 'unavailable' });
});
