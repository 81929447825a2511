/**
 * A page's loader in a chunk of its own: browsers take the page's content file instead, and need the loader only where
 * there is none.
 */
export function lazyLoader<Args extends unknown[], Data>(load: () => Promise<{ loader: (...args: Args) => Promise<Data> }>) {
  return async (...args: Args): Promise<Data> => (await load()).loader(...args);
}
