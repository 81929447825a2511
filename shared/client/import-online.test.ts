/** @jest-environment jsdom */
import { importOnline } from './import-online.ts';

const load = jest.fn(() => Promise.resolve('module'));
const fetchSite = jest.fn<Promise<unknown>, [string]>();

beforeEach(() => {
  jest.clearAllMocks();
  Object.assign(globalThis, { fetch: fetchSite });
});
afterEach(() => jest.restoreAllMocks());

const setOnline = (isOnline: boolean) => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);

test('online a file is imported without a question', async () => {
  setOnline(true);
  await expect(importOnline(load)).resolves.toBe('module');
  expect(fetchSite).not.toHaveBeenCalled();
});

test('offline no import is tried, so that none is remembered as failed; online again it succeeds', async () => {
  setOnline(false);
  fetchSite.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(importOnline(load)).rejects.toThrow('Failed to fetch');
  expect(load).not.toHaveBeenCalled();
  setOnline(true);
  await expect(importOnline(load)).resolves.toBe('module');
});

test('a browser that is wrongly said to be offline imports what the site serves', async () => {
  setOnline(false);
  fetchSite.mockResolvedValue({});
  await expect(importOnline(load)).resolves.toBe('module');
});
