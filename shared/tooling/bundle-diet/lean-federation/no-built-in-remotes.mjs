/**
 * Replaces webpack-bundler-runtime's remotes.js, for remotes that are known when the shell is built: there are none.
 */
export function remotes() {}
