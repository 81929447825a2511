import { importOnline, toAppError } from '@twostroke/shared/client';

/**
 * A page's loader in a chunk of its own: browsers take the page's content file instead, and need the loader only where
 * there is none. Without that chunk it rejects with an AppError, as a loader whose reads fail does.
 */
export function lazyLoader<Args extends unknown[], Data>(
  load: () => Promise<{ loader: (...args: Args) => Promise<Data> }>,
) {
  return async (...args: Args): Promise<Data> => {
    const { loader } = await importOnline(load).catch((failure: unknown) => {
      throw toAppError(failure);
    });
    return loader(...args);
  };
}
