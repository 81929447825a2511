/** A fetch that identifies the caller: it adds these headers to requests to the backend, and to no other. */
export function createSiteKeyFetch(
  backendUrl: string,
  headers: Record<string, string>,
  ask?: typeof fetch,
): typeof fetch;
