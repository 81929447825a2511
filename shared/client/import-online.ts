/**
 * Imports a file of the site. While the browser says that it is offline, the site is asked first: Chromium before 156
 * never requests a module again whose download has failed, so the file would be lost until a reload.
 * @throws TypeError when the site does not answer
 */
export async function importOnline<Module>(load: () => Promise<Module>): Promise<Module> {
  if (globalThis.navigator?.onLine === false) await fetch('/release.json', { method: 'HEAD', cache: 'no-store' });
  return load();
}
