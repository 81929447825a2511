/** Replaces runtime-core's utils/preload.js: the shell preloads files from the registry, with their integrity. */
export const defaultPreloadArgs = {};

export function formatPreloadArgs() {
  return [];
}

export function normalizePreloadExposes() {
  return [];
}

export function preloadAssets() {}
