import * as v from 'valibot';
import type { RemoteManifest } from './manifest.ts';
import type { SlotName } from './slots.ts';

const PATH = /^\/(?:[a-z0-9-]+|:[a-zA-Z]+)?(?:\/(?:[a-z0-9-]+|:[a-zA-Z]+))*$/;
const words = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/));
/** The map of slots is open: a remote may fill one that this checkout does not know. */
const slotName = v.pipe(
  words,
  v.transform((name) => name as SlotName),
);
const access = v.picklist(['public', 'user', 'admin']);
const prerender = v.union([
  v.picklist(['static', 'never']),
  v.looseObject({ rows: v.string() }),
  v.looseObject({ values: v.pipe(v.array(v.record(v.string(), v.string())), v.minLength(1)) }),
]);
const route = v.looseObject({
  page: v.pipe(v.string(), v.minLength(1)),
  path: v.pipe(v.string(), v.regex(PATH)),
  access,
  prerender,
  frame: v.exactOptional(v.picklist(['task', 'tool'])),
  places: v.exactOptional(v.array(v.looseObject({ slot: slotName, fragment: v.exactOptional(words) }))),
});
const slot = v.looseObject({ name: slotName, access });

/** The shape of a manifest. What later contracts add to it is kept. */
export const remoteManifest: v.GenericSchema<unknown, RemoteManifest> = v.looseObject({
  contract: v.literal(1),
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]*$/)),
  routes: v.array(route),
  slots: v.array(slot),
});

/** What each field must be. */
const sentences = {
  manifest: { contract: 'contract must be 1.', name: 'name must be lower-case letters, digits and _.' },
  lists: { routes: 'routes must be a list.', slots: 'slots must be a list.' },
  routes: {
    path: 'path must start with / and use :parameters.',
    page: 'page must name a page of the module.',
    access: 'access must be public, user or admin.',
    prerender: 'prerender must be static, never, { rows } or { values }.',
    frame: 'frame must be task or tool, or be left out.',
    places: 'places must list { slot } or { slot, fragment }.',
  },
  slots: {
    name: 'name must be lower-case words joined by -.',
    access: 'access must be public, user or admin.',
  },
};

const optional = ['frame', 'places'];

/**
 * Validates a manifest and says what to change, one sentence per error; empty means valid.
 * @param candidate anything, e.g. parsed JSON of an unknown release
 */
export function manifestErrors(candidate: unknown): string[] {
  const { success, output, issues } = v.safeParse(remoteManifest, candidate);
  return success ? ambiguities(output) : [...new Set(issues.flatMap((issue) => sentencesOf(issue)))];
}

function sentencesOf({ path }: v.BaseIssue<unknown>): string[] {
  const [list, index, field] = path ?? [];
  if (!list) return ['The manifest must be an object.'];
  const key = String(list.key);
  if (key !== 'routes' && key !== 'slots') return [sentences.manifest[key as keyof typeof sentences.manifest]];
  if (!index) return [sentences.lists[key]];
  const { path: routePath, name } = (index.value ?? {}) as Record<string, unknown>;
  const at = key === 'routes' ? `route ${shown(routePath)}` : `slot ${shown(name)}`;
  const ofField: Record<string, string> = sentences[key];
  // An item that is no object lacks every required field.
  const fields = field ? [String(field.key)] : Object.keys(ofField).filter((each) => !optional.includes(each));
  return fields.map((each) => `${at}: ${ofField[each]}`);
}

/** Routes that are valid alone and not together. */
function ambiguities({ routes }: RemoteManifest): string[] {
  const errors: string[] = [];
  const [seenPaths, seenPages] = [new Set<string>(), new Set<string>()];
  for (const { page, path, prerender: how } of routes) {
    const at = `route ${path}`;
    // Pages are the ids of the router's routes.
    if (seenPages.has(page) && !seenPaths.has(path)) errors.push(`${at}: page ${page} has another path already.`);
    if (typeof how === 'string' && path.includes(':'))
      errors.push(`${at}: a path with parameters needs prerender { rows } or { values }.`);
    if (seenPaths.has(path)) errors.push(`${at}: listed twice.`);
    seenPaths.add(path);
    seenPages.add(page);
  }
  return errors;
}

/** Prints any value of a foreign manifest. String() throws for some objects. */
function shown(value: unknown): string {
  return typeof value === 'string' ? value : String(JSON.stringify(value));
}
