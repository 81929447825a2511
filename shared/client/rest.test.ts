/** @jest-environment jsdom */
import { fakeBackend, type FakeAnswer, type FakeRoute } from '../testing/fake-backend.tsx';
import { connectBackend, setAccessToken } from './connection.ts';
import { callBackend, callRpc, read, type Db } from './rest.ts';

const models = '/rest/v1/models';
const answer = (route: FakeAnswer | FakeRoute) => fakeBackend({ [`GET ${models}`]: route });
const readModels = () => read((db) => db.from('models').select('slug').eq('brand_slug', 'ktm'));

describe('the small REST client', () => {
  afterEach(() => {
    setAccessToken(null);
    jest.restoreAllMocks();
  });

  test('sends key and bearer token, and returns the rows', async () => {
    const { calls } = answer({ body: [{ slug: '390-duke' }] });
    await expect(readModels()).resolves.toEqual([{ slug: '390-duke' }]);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.headers.get('apikey')).toBe('anon');
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer anon');
    expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({ select: 'slug', brand_slug: 'eq.ktm' });
  });

  test("sends the user's token when there is one", async () => {
    const { calls } = answer({ body: [] });
    setAccessToken('token of Asha');
    await readModels();
    expect(calls[0]?.headers.get('apikey')).toBe('anon');
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer token of Asha');
  });

  test('is created once, and again for a new connection', async () => {
    const clients: Db[] = [];
    const use = (db: Db) => {
      clients.push(db);
      return db.from('models').select('slug');
    };
    answer({ body: [] });
    await read(use);
    await read(use);
    connectBackend({ url: 'http://elsewhere.test', key: 'anon' });
    await read(use);
    expect(clients[1]).toBe(clients[0]);
    expect(clients[2]).not.toBe(clients[0]);
  });

  test('is `unavailable` when its download fails', async () => {
    await jest.isolateModulesAsync(async () => {
      jest.doMock('@supabase/postgrest-js', () => {
        throw new TypeError('Failed to fetch dynamically imported module');
      });
      const data = await import('./index.ts');
      data.connectBackend({ url: 'http://backend.test', key: 'anon' });
      await expect(data.read((db) => db.from('models').select('slug'))).rejects.toMatchObject({ code: 'unavailable' });
      expect(() => data.prepareReads()).not.toThrow();
    });
    jest.dontMock('@supabase/postgrest-js');
  });

  test.each([
    [400, 'invalid'],
    [401, 'signed_out'],
    [403, 'not_allowed'],
    [404, 'not_found'],
    [409, 'conflict'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [520, 'unavailable'],
    [504, 'timeout'],
  ])('status %d becomes %s after a single call', async (status, code) => {
    const { calls } = answer({ status, body: { message: 'no', hint: null, details: null } });
    await expect(readModels()).rejects.toMatchObject({ name: 'AppError', code, message: 'no' });
    expect(calls).toHaveLength(1);
  });

  test('an answer that is not JSON is `unavailable`', async () => {
    answer({});
    globalThis.fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    await expect(readModels()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a missing row is not_found when one was requested', async () => {
    answer({ status: 406, body: { code: 'PGRST116', message: 'no rows', hint: null, details: null } });
    await expect(read((db) => db.from('models').select('slug').single())).rejects.toMatchObject({ code: 'not_found' });
    answer({ body: [] });
    await expect(read((db) => db.from('models').select('slug').maybeSingle())).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('payments are requested at the origin of the site, wherever the rest of the backend is', async () => {
    const { calls } = fakeBackend({ 'POST /payments/v1/orders': { body: { payment: 'x' } } });
    connectBackend({ url: 'https://abc.supabase.co', key: 'anon' });
    const asked = jest.spyOn(globalThis, 'fetch');
    setAccessToken('token of Asha');
    await expect(callBackend('/payments/v1/orders', { booking: 'y' })).resolves.toEqual({ payment: 'x' });
    expect(asked.mock.calls[0]?.[0]).toBe('/payments/v1/orders');
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer token of Asha');
  });

  test('429 says after how many seconds to try again, and is not retried automatically', async () => {
    const body = { message: 'Too many codes for this number.' };
    const { calls } = answer({ status: 429, body, headers: { 'retry-after': '42' } });
    await expect(readModels()).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Too many codes for this number.',
      retryAfterSeconds: 42,
    });
    expect(calls).toHaveLength(1);
  });

  test('429 without the header is read from the details', async () => {
    const details = '{"retry_after": 600}';
    answer({ status: 429, body: { code: 'PT429', message: 'too_many_holds', hint: 'too_many_holds', details } });
    await expect(readModels()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 600 });
  });

  test('429 without a body is one too', async () => {
    answer({ status: 429 });
    await expect(readModels()).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'The call failed.',
      retryAfterSeconds: null,
    });
  });

  test('an error carries the id of its request, which the log names too', async () => {
    answer({
      status: 500,
      body: { message: 'Something went wrong on our side.' },
      headers: { 'x-request-id': '7kx3m9qp' },
    });
    await expect(readModels()).rejects.toMatchObject({ code: 'unavailable', faultCode: 'unavailable 7kx3m9qp' });
    answer({ status: 502 });
    await expect(readModels()).rejects.toMatchObject({ requestId: null, faultCode: 'unavailable' });
  });

  test('an unanswered call times out after 12 seconds, once', async () => {
    answer({});
    const clock = new AbortController();
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
    const fetched = jest.fn<Promise<Response>, Parameters<typeof fetch>>(
      (_, init) =>
        new Promise((__, reject) => init?.signal?.addEventListener('abort', () => reject(clock.signal.reason))),
    );
    globalThis.fetch = fetched;
    const outcome = expect(readModels()).rejects.toMatchObject({
      code: 'timeout',
      message: 'The server took too long to answer.',
    });
    while (fetched.mock.calls.length === 0) await Promise.resolve();
    clock.abort(new DOMException('The operation timed out.', 'TimeoutError'));
    await outcome;
    expect(timeout).toHaveBeenCalledWith(12_000);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test('a failed connection is reported at once: offline without a network, otherwise unavailable', async () => {
    const { calls } = answer(() => {
      throw new TypeError('Failed to fetch');
    });
    await expect(readModels()).rejects.toMatchObject({ code: 'unavailable', message: 'The server did not answer.' });
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await expect(readModels()).rejects.toMatchObject({ code: 'offline', message: 'There is no internet connection.' });
    expect(calls).toHaveLength(2);
  });
});

describe('database functions', () => {
  test('get their arguments as JSON and return their result', async () => {
    const route = 'POST /rest/v1/rpc/request_callback';
    const backend = fakeBackend({ [route]: { body: { id: '1' } } });
    const args = { kind: 'message', name: 'Asha', phone: '+919000000001' };
    await expect(callRpc('request_callback', args)).resolves.toEqual({ id: '1' });
    expect(backend.callsOf(route)[0]?.body).toEqual(args);
  });

  test('are rejected with the code and its data', async () => {
    const details = JSON.stringify({ alternatives: [] });
    fakeBackend({
      'POST /rest/v1/rpc/extend_hold': {
        status: 409,
        body: { code: 'PT409', message: 'slot_taken', hint: 'slot_taken', details },
      },
    });
    await expect(callRpc('extend_hold', { request_id: 'r' })).rejects.toMatchObject({
      code: 'conflict',
      hint: 'slot_taken',
      details,
    });
  });

  test('need no client to be downloaded, and send key and token', async () => {
    await jest.isolateModulesAsync(async () => {
      const downloaded = jest.fn();
      jest.doMock('@supabase/postgrest-js', downloaded);
      const backend = fakeBackend({ 'POST /rest/v1/rpc/client_health': { body: [] } });
      const data = await import('./index.ts');
      data.connectBackend({ url: 'http://backend.test', key: 'anon' });
      data.setAccessToken('token of Asha');
      await expect(data.callRpc('client_health', { hours: 1 })).resolves.toEqual([]);
      expect(downloaded).not.toHaveBeenCalled();
      const { headers } = backend.calls[0]!;
      expect([headers.get('apikey'), headers.get('authorization')]).toEqual(['anon', 'Bearer token of Asha']);
    });
    jest.dontMock('@supabase/postgrest-js');
  });

  test('without a complete answer are `unavailable`', async () => {
    fakeBackend({});
    const ask = () => callRpc('client_health', { hours: 1 });
    globalThis.fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable', message: 'The call failed.' });
    const cut = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) });
    globalThis.fetch = async () => new Response(cut);
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable', message: 'The server did not answer.' });
    globalThis.fetch = async () => Promise.reject(new DOMException('signal timed out', 'TimeoutError'));
    await expect(ask()).rejects.toMatchObject({ code: 'timeout' });
  });
});
