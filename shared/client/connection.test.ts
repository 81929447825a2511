import type * as ConnectionModule from './connection.ts';

/** The module before any connection. */
function freshConnection(): typeof ConnectionModule {
  jest.resetModules();
  return jest.requireActual<typeof ConnectionModule>('./connection.ts');
}

test.each([
  [{}, 'A backend connection needs a URL and a key. Missing: URL and key.'],
  [{ url: 'https://backend.test' }, 'A backend connection needs a URL and a key. Missing: key.'],
  [{ key: 'anon' }, 'A backend connection needs a URL and a key. Missing: URL.'],
  [{ url: '', key: '' }, 'A backend connection needs a URL and a key. Missing: URL and key.'],
])('connecting with %j says what is missing', (connection, sentence) => {
  expect(() => freshConnection().connectBackend(connection)).toThrow(sentence);
});

test('using it before connecting names the two settings', () => {
  expect(() => freshConnection().backendConnection()).toThrow(
    'A backend connection needs a URL and a key. Missing: URL and key.',
  );
});

test('a slash at the end of the address is removed', () => {
  const { backendConnection, connectBackend } = freshConnection();
  connectBackend({ url: 'https://backend.test/', key: 'anon' });
  expect(backendConnection()).toEqual({ url: 'https://backend.test', key: 'anon' });
});

test("calls send the key, or the user's token while one is set", () => {
  const { bearerToken, connectBackend, setAccessToken } = freshConnection();
  connectBackend({ url: 'https://backend.test', key: 'anon' });
  expect(bearerToken()).toBe('anon');
  setAccessToken('token of Asha');
  expect(bearerToken()).toBe('token of Asha');
  setAccessToken(null);
  expect(bearerToken()).toBe('anon');
});
