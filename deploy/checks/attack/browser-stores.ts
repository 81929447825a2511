import { listApps } from '@twostroke/shared/tooling/list-apps.mjs';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../release/build/ensure-installed.mjs';

/** A name under which a page keeps something in the browser, and the app whose source names it (`shared` for all). */
export interface BrowserStore {
  key: string;
  app: string;
}

/** What stands in keys whose last part is chosen at run time. */
type Parameters = Record<string, string[]>;

/**
 * The keys of local and session storage that the sources of the apps name: `twostroke.…` and those of personalKey().
 * @throws Error when a key has a part that `parameters` does not know
 */
export function storesOf(parameters: Parameters): BrowserStore[] {
  const folders = [...listApps(repository).map(({ workspace }) => workspace), 'shared'];
  const found = folders.flatMap((app) =>
    sourcesIn(join(repository, app, app === 'shared' ? '' : 'src')).flatMap((text) => [
      ...[...text.matchAll(/['"`](twostroke\.[^'"`\s]+)['"`]/g)].map(([, key]) => ({ app, key: key! })),
      ...[...text.matchAll(/personalKey\(\s*['"`]([^'"`\s]+)['"`]/g)].map(([, name]) => ({
        app,
        key: `twostroke.personal.${name}`,
      })),
      ...[...text.matchAll(/storageKey = ['"](?!twostroke\.)([^'"]+)['"]/gi)].map(([, key]) => ({ app, key: key! })),
    ]),
  );
  // A prefix alone, such as that of personalKey itself, is no key.
  const keys = found.filter(({ key }) => !key.endsWith('.')).flatMap((store) => filledIn(store, parameters));
  return [...new Map(keys.map((store) => [store.key, store])).values()];
}

/** The cookies that the servers read. */
export function cookiesOfSite(): string[] {
  const texts = ['site', 'backend', 'workers'].flatMap((folder) => sourcesIn(join(repository, 'deploy', folder)));
  const patterns = [/cookie(?:Name)? = '([\w-]+)'/gi, /\b(ts_[a-z]+)=/g];
  return [
    ...new Set(texts.flatMap((text) => patterns.flatMap((one) => [...text.matchAll(one)].map(([, name]) => name!)))),
  ];
}

function filledIn({ key, app }: BrowserStore, parameters: Parameters): BrowserStore[] {
  const part = /\$\{(\w+)\}/.exec(key);
  if (!part) return [{ key, app }];
  const values = parameters[part[1]!];
  if (!values) throw new Error(`${key} of ${app}: browser-states.ts does not say what ${part[1]} is.`);
  return values.map((value) => ({ app, key: key.replace(part[0], value) }));
}

/** The texts of the sources in a folder, without tests and what only tests use. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(node_modules|dist|testing|tests)$/.test(entry.name) ? [] : sourcesIn(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [readFileSync(path, 'utf8')] : [];
  });
}
