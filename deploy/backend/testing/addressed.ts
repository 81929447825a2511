import type { TestBackend } from './test-backend.ts';

/** A browser at a network address, with its cookies. */
export interface AddressedBrowser {
  readonly cookie: string;
  /** The same browser, with the same cookies, at another address. */
  at(address: string): AddressedBrowser;
  withCookie(cookie: string): AddressedBrowser;
  signIn(email: string, password: string): Promise<Response>;
  /** Sends JSON to a path of /auth/v1. */
  send(path: string, body: object, more?: { method?: string; token?: string }): Promise<Response>;
}

/** Needs a backend that trusts its proxy. */
export function addressed(
  site: Pick<TestBackend, 'url' | 'backend'>,
  address: string,
  cookies = { jar: '' },
): AddressedBrowser {
  const browser: AddressedBrowser = {
    get cookie() {
      return cookies.jar;
    },
    at: (elsewhere) => addressed(site, elsewhere, cookies),
    withCookie: (cookie) => addressed(site, address, { jar: cookie }),
    signIn: (email, password) => browser.send('/token?grant_type=password', { email, password }),
    async send(path, body, { method = 'POST', token } = {}) {
      const answer = await fetch(`${site.url}/auth/v1${path}`, {
        method,
        headers: {
          apikey: site.backend.anonKey,
          'content-type': 'application/json',
          'x-forwarded-for': address,
          ...(cookies.jar ? { cookie: cookies.jar } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(method === 'GET' || method === 'HEAD' ? {} : { body: JSON.stringify(body) }),
      });
      const [cookie] = (answer.headers.get('set-cookie') ?? '').split(';');
      if (cookie) cookies.jar = cookie;
      return answer;
    },
  };
  return browser;
}
