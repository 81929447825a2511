/*
 * The fetch of the site's own server. Plain JavaScript, because the renderer's thread runs it as is.
 */

/**
 * A fetch that identifies the caller to the backend. The headers are sent to the backend only, which may not redirect.
 * @param {string} backendUrl
 * @param {Record<string, string>} headers
 * @param {typeof fetch} [ask]
 * @returns {typeof fetch}
 */
export function createSiteKeyFetch(backendUrl, headers, ask = fetch) {
  const { origin } = new URL(backendUrl);
  return (input, init = {}) => {
    const isRequest = typeof input === 'object' && 'headers' in input;
    if (new URL(isRequest ? input.url : input).origin !== origin) return ask(input, init);
    const all = new Headers(init.headers ?? (isRequest ? input.headers : {}));
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    return ask(input, { ...init, headers: all, redirect: 'error' });
  };
}
