/*
 * How the site's own server reads: plain JavaScript, since the renderer's thread runs it as it is.
 */

/**
 * A fetch that tells the backend who asks. The headers go with questions to the backend, and to nobody else.
 * @param {string} backendUrl
 * @param {Record<string, string>} headers
 * @param {typeof fetch} [ask]
 * @returns {typeof fetch}
 */
export function createOwnFetch(backendUrl, headers, ask = fetch) {
  const { origin } = new URL(backendUrl);
  return (input, init = {}) => {
    const isRequest = typeof input === 'object' && 'headers' in input;
    if (new URL(isRequest ? input.url : input).origin !== origin) return ask(input, init);
    const all = new Headers(init.headers ?? (isRequest ? input.headers : {}));
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    return ask(input, { ...init, headers: all });
  };
}
