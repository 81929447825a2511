import satisfies from 'spdx-satisfies';
import type { LockedPackage } from './lock-file.ts';

/** Licences of code that visitors receive: they ask for no more than a notice. */
const shippedLicences = ['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'];

/** Licences of tools and servers: code that is not distributed. */
const toolLicences = [
  ...shippedLicences,
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
];

/** Packages whose package.json names no SPDX licence, with the one that their own files state. */
const statedElsewhere: Record<string, string> = {
  'busboy@0.3.1': 'MIT',
  'dicer@0.3.0': 'MIT',
  'humanize-number@0.0.2': 'MIT',
  'only@0.0.2': 'MIT',
  'png-js@2.0.0': 'MIT',
  'streamsearch@0.1.2': 'MIT',
};

/**
 * Packages with a licence that is not allowed.
 * @param packages locked packages, or the packages of a bill of materials
 * @returns a sentence for each
 */
export function disallowedLicences(packages: LockedPackage[], use: 'shipped' | 'tool'): string[] {
  const allowed = use === 'shipped' ? shippedLicences : toolLicences;
  return packages.flatMap(({ name, version, license }) => {
    const stated = license ?? statedElsewhere[`${name}@${version}`];
    if (stated === undefined) return [`${name}@${version} names no licence.`];
    return isAllowed(stated, allowed) ? [] : [`${name}@${version} has the licence ${stated}, which is not allowed.`];
  });
}

function isAllowed(expression: string, allowed: string[]): boolean {
  try {
    return satisfies(expression, allowed);
  } catch {
    return false; // no SPDX expression: UNLICENSED, SEE LICENSE IN …
  }
}
