/*
 * Files of a release as what has changed since a former version (RFC 9842): the browser keeps a script or a sheet as a
 * dictionary for later versions of it, names its SHA-256 when it asks for one, and gets the new file compressed with it.
 */

/** What the versions of a script or a sheet share: `8.69a51eca.js` of every release of catalog is one family. */
export interface FileFamily {
  name: string;
  type: 'js' | 'css';
}

/** @param file its name, without folders. @returns null for a file that is no dictionary: its name has no hash */
export function familyOf(file: string): FileFamily | null {
  const [, name, type] = /^([\w-]+(?:\.[\w-]+)*)\.[0-9a-f]{8}\.(js|css)$/.exec(file) ?? [];
  return name && type ? { name, type: type as FileFamily['type'] } : null;
}

/** The header `Use-As-Dictionary` of a file of a release: the addresses that it is a dictionary for. */
export function useAsDictionary(pathname: string): string | null {
  const [, app, file] = /^\/r\/([a-z][a-z0-9-]*)\/[^/]+\/([^/]+)$/.exec(pathname) ?? [];
  const family = file === undefined ? null : familyOf(file);
  return family && `match="/r/${app}/*/${family.name}.*.${family.type}"`;
}

/**
 * The ending of a file that is compressed with a dictionary: Base64 of its SHA-256, as in the header, without the signs
 * that mean something in a path.
 */
export function deltaEnding(sha256: string): string {
  return `.${sha256.replace(/=$/, '').replaceAll('/', '_')}.dcz`;
}

/** The ending of the file for a browser that has a dictionary; null when the header names none. */
export function requestedDelta(availableDictionary: string | undefined): string | null {
  const [, sha256] = /^:([A-Za-z0-9+/]{43}=):$/.exec(availableDictionary ?? '') ?? [];
  return sha256 === undefined ? null : deltaEnding(sha256);
}

/** Whether a file is another one in compressed form. */
export function isCompressedForm(file: string): boolean {
  return /\.(br|gz|dcz)$/.test(file);
}
