/** @jest-environment jsdom */
import type * as DataModule from './index.ts';

const download = jest.fn();

/** The module before anything was loaded. */
function freshData(): typeof DataModule {
  jest.resetModules();
  jest.doMock('@supabase/supabase-js', () => {
    download();
    return jest.requireActual('@supabase/supabase-js');
  });
  const data = jest.requireActual<typeof DataModule>('./index.ts');
  data.connectBackend({ url: 'http://backend.test', key: 'anon' });
  return data;
}

beforeEach(() => download.mockReset());

test('the whole client is downloaded once, and only on demand', async () => {
  const { loadSupabase } = freshData();
  expect(download).not.toHaveBeenCalled();
  const clients = await Promise.all([loadSupabase(), loadSupabase()]);
  expect(clients[0]).toBe(clients[1]);
  expect(download).toHaveBeenCalledTimes(1);
});

test('after a failed download the next call retries', async () => {
  const { loadSupabase, onSupabaseLoaded } = freshData();
  const listener = jest.fn<void, [unknown]>();
  onSupabaseLoaded(listener);
  download.mockImplementationOnce(() => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  await expect(loadSupabase()).rejects.toThrow('Failed to fetch');
  expect(listener).not.toHaveBeenCalled();
  const client = await loadSupabase();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(listener.mock.calls[0]?.[0]).toBe(client);
});

test('a listener is called once with the client, whether it registered before, during or after the download', async () => {
  const { loadSupabase, onSupabaseLoaded } = freshData();
  const [before, during, after] = [jest.fn<void, [unknown]>(), jest.fn<void, [unknown]>(), jest.fn<void, [unknown]>()];
  onSupabaseLoaded(before);
  const loading = loadSupabase();
  onSupabaseLoaded(during);
  const client = await loading;
  onSupabaseLoaded(after);
  for (const listener of [before, during, after]) {
    expect(listener).toHaveBeenCalledTimes(1);
    expect(listener.mock.calls[0]?.[0]).toBe(client);
  }
});

test('a removed listener is not called', async () => {
  const { loadSupabase, onSupabaseLoaded } = freshData();
  const listener = jest.fn();
  onSupabaseLoaded(listener)();
  await loadSupabase();
  expect(listener).not.toHaveBeenCalled();
});

test('the session is stored under our own key', () => {
  expect(freshData().sessionStorageKey).toBe('twostroke.session');
});
