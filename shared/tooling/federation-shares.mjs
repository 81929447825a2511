import { packageVersion } from './package-folder.mjs';

/**
 * What all apps share at run time: one instance each. `react/` and `jotai/` with the trailing slash cover their
 * sub-paths (react/jsx-runtime), which would otherwise be bundled a second time.
 */
const first = [
  ['react', 'react'],
  ['react/', 'react'],
  ['react-dom', 'react-dom'],
  ['react-dom/', 'react-dom'],
  ['jotai', 'jotai'],
  ['jotai/', 'jotai'],
];
const own = ['@twostroke/shared/router', '@twostroke/shared/state', '@twostroke/shared/client'];
/** Needed only after the first paint, so the shell does not put them into its main file. */
const later = ['sonner', '@supabase/supabase-js'];

/**
 * The `shared` option of Module Federation.
 * @param {'shell' | 'remote' | 'standalone'} role the shell provides; a released remote only consumes; a remote that
 *    runs alone in development keeps its own copies
 */
export function federationShares(role) {
  const sharedVersion = packageVersion('@twostroke/shared');
  const share = (version, eager) => ({
    singleton: true,
    strictVersion: true,
    version,
    requiredVersion: `^${version}`,
    ...(role === 'shell' && eager ? { eager: true } : {}),
    ...(role === 'remote' ? { import: false } : {}),
  });
  return {
    ...Object.fromEntries(first.map(([key, name]) => [key, share(packageVersion(name), true)])),
    ...Object.fromEntries(own.map((key) => [key, share(sharedVersion, true)])),
    ...Object.fromEntries(later.map((key) => [key, share(packageVersion(key), false)])),
  };
}
