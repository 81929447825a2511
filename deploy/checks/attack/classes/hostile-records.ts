import { liveRecordErrors } from '../../../site/record/live-record-schema.ts';
import { parseReleaseRecord } from '../../../site/record/release-record-schema.ts';
import { liveRecord, remoteRelease, shellRelease } from '../../../site/testing/small-releases.ts';
import type { AttackCase, AttackClass } from '../attack-class.ts';

/** What a hostile release would put where a file, a version or a name stands. */
const hostile: unknown[] = [
  'https://evil.example/x.js',
  '//evil.example/x.js',
  '/\\evil.example/x.js',
  'javascript:alert(1)',
  'data:text/javascript,alert(1)',
  'blob:https://evil.example/1',
  '"><script>alert(1)</script>',
  "' onload='alert(1)",
  '</script><script>alert(1)</script>',
  '../../../etc/passwd',
  '/r/catalog/1.0.0/../../cart/1.0.0/x.js',
  '/r/catalog/1.0.0/%2e%2e/%2e%2e/x.js',
  '/r/catalog/1.0.0/x.js\r\nset-cookie: a=b',
  '/r/catalog/1.0.0/x.js\0',
  '${7*7}',
  '',
  ' ',
  null,
  7,
  true,
  [],
  ['/r/catalog/1.0.0/x.js'],
  {},
  { toString: 'x' },
];

/**
 * Free words of a record: none is an address or a path, and a document escapes those that it contains
 * (assemble-document.test.ts).
 */
const isFree = (place: string): boolean =>
  /^(commit|shares\b|federationVersion|flipped|runtimeApis)|\.routes\.\d+\.page$|\.css\.\d+\.key$/.test(place);

/** Places of all leaves of a value: `remote.entry`. */
function placesIn(value: unknown, at: string[] = []): string[][] {
  if (value === null || typeof value !== 'object') return [at];
  return Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...at, key]));
}

/** A copy with another value at one place. */
function changed<T>(value: T, place: string[], to: unknown): T {
  if (place.length === 0) return to as T;
  const [key = '', ...rest] = place;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = changed(copy[key], rest, to);
  return copy as T;
}

/** Keys that a hostile release would add to a list or a table of files. */
const keys = ['__proto__', 'constructor', '../x', '"><script>', '/r/cart/1.0.0/x.js', 'https://evil.example/x.js'];

/** Records of releases and of what is live: each place that a document or a path is made of, taken over. */
export const hostileRecords: AttackClass = {
  name: 'hostile records',
  onlyReads: true,
  cases() {
    const releases = { catalog: remoteRelease('catalog'), shell: shellRelease() };
    const ofReleases = Object.entries(releases).flatMap(([app, release]) =>
      placesIn(release)
        .filter((place) => !isFree(place.join('.')))
        .flatMap((place) =>
          hostile
            .filter((value) => !isSame(release, place, value))
            .map((value) =>
              caseOf(`${app}.${place.join('.')}`, value, () => isRefused(changed(release, place, value))),
            ),
        ),
    );
    const added = keys.flatMap((key) =>
      (['integrity', 'remote'] as const).map((table) =>
        caseOf(`a key in ${table}`, key, () => {
          const text = JSON.stringify(releases.catalog).replace(
            `"${table}":{`,
            `"${table}":{${JSON.stringify(key)}:"sha256-x",`,
          );
          return refusesText(text) || !('sha256-x' in Object.prototype);
        }),
      ),
    );
    const live = liveRecord({
      canary: { app: 'cart', version: '1.0.1', percent: 10 },
      previews: [{ app: 'cart', version: '1.0.2' }],
    });
    const ofLive = placesIn(live)
      .filter((place) => !isFree(place.join('.')))
      .flatMap((place) =>
        hostile
          .filter((value) => !isSame(live, place, value))
          .map((value) =>
            caseOf(`live.${place.join('.')}`, value, () => liveRecordErrors(changed(live, place, value)).length > 0),
          ),
      );
    return [...ofReleases, ...added, ...ofLive];
  },
};

/** A value that is as good as the present one: nothing where nothing is, a number where any number may be. */
function isSame(record: unknown, place: string[], value: unknown): boolean {
  const present = place.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], record);
  return present === value || (typeof present === 'number' && typeof value === 'number');
}

const isRefused = (record: unknown): boolean => refusesText(JSON.stringify(record));

function refusesText(text: string): boolean {
  try {
    parseReleaseRecord(text);
    return false;
  } catch {
    return true;
  }
}

function caseOf(place: string, value: unknown, isHeld: () => boolean): AttackCase {
  return {
    tries: `${place}: ${String(JSON.stringify(value)).slice(0, 60)}`,
    run: async () => {
      if (!isHeld()) throw new Error('was accepted');
    },
  };
}
