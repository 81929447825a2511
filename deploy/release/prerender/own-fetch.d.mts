/** A fetch that tells the backend who asks: these headers go with each question to it, and to nobody else. */
export function createOwnFetch(backendUrl: string, headers: Record<string, string>, ask?: typeof fetch): typeof fetch;
