/** Replaces @module-federation/webpack-bundler-runtime in a remote: what the shell provides (its federation.ts). */
export default globalThis.__twostrokeBundlerRuntime();
