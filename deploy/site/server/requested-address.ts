/** What a request asks for. */
export interface RequestedAddress {
  pathname: string;
  /** From the question mark on; '' without one. */
  search: string;
}

/** A path that is written as its URL is: most addresses of the site. It has no dots, which could be `..`. */
const plainPath = /^\/(?:[\w-]+\/)*[\w-]*$/;

/**
 * The address that a request asks for, or null when it is not written as one: `/%zz`, `//host/page`. Nothing is resolved
 * against the site's own address, because `//host/page` would then name another host.
 */
export function requestedAddress(target = '/'): RequestedAddress | null {
  if (plainPath.test(target)) return { pathname: target, search: '' };
  const address = target.startsWith('/') ? `http://site${target}` : target;
  if (!URL.canParse(address)) return null;
  const { pathname, search } = new URL(address);
  if (pathname.startsWith('//')) return null;
  try {
    decodeURIComponent(pathname);
    return { pathname, search };
  } catch {
    return null;
  }
}
