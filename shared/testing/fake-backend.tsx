import { connectBackend } from '../client/index.ts';

export interface FakeCall {
  method: string;
  /** `/rest/v1/service_bookings` */
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

export interface FakeAnswer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface FakeBackend {
  /** Every call, in order. */
  calls: FakeCall[];
  /** The calls of one route, e.g. `POST /rest/v1/rpc/cancel_booking`. */
  callsOf: (route: string) => FakeCall[];
  /** Adds or replaces one route from now on. */
  answer: (route: string, answer: FakeAnswer | FakeRoute) => void;
}

/** Answers a call. What it throws is a failed connection: throw a TypeError, as `fetch` does. */
export type FakeRoute = (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>;

/**
 * Answers the calls of the data clients instead of the network. A call without a route is a 404.
 * @param routes answers by `METHOD /path`, without the query
 */
export function fakeBackend(routes: Record<string, FakeAnswer | FakeRoute>): FakeBackend {
  connectBackend({ url: 'http://backend.test', key: 'anon' });
  const calls: FakeCall[] = [];
  const known = { ...routes };
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://site.test');
    const method = init.method ?? 'GET';
    const text = typeof init.body === 'string' ? init.body : '';
    const body: unknown = text ? JSON.parse(text) : null;
    const call = { method, path: url.pathname, query: url.searchParams, body, headers: new Headers(init.headers) };
    calls.push(call);
    const route = known[`${method} ${url.pathname}`];
    const answer =
      typeof route === 'function' ? await route(call) : (route ?? { status: 404, body: { message: 'no route' } });
    return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), {
      status: answer.status ?? 200,
      headers: { 'content-type': 'application/json', ...answer.headers },
    });
  };
  return {
    calls,
    callsOf: (route) => calls.filter(({ method, path }) => `${method} ${path}` === route),
    answer: (route, answer) => void (known[route] = answer),
  };
}

/** A rejection by the database: its code, and the data for the sentence. */
export function rejected(status: number, hint: string, data: unknown = null): FakeAnswer {
  const details = data === null ? null : JSON.stringify(data);
  return { status, body: { code: `PT${status}`, message: hint, hint, details } };
}
