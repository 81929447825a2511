import { use } from 'react';

/** Live facts of a page, once they are known: until then the nearest Suspense boundary holds their place. */
export function useLive<T>(live: T | Promise<T>): T {
  return live instanceof Promise ? use(live) : live;
}
