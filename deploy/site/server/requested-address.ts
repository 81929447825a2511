/**
 * The address that a request asks for, or null when it is not written as one: `/%zz`, `//host/page`. Nothing is resolved
 * against the site's own address, because `//host/page` would then name another host.
 */
export function requestedAddress(target = '/'): URL | null {
  const address = target.startsWith('/') ? `http://site${target}` : target;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.pathname.startsWith('//')) return null;
  try {
    decodeURIComponent(url.pathname);
    return url;
  } catch {
    return null;
  }
}
