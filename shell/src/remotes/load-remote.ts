import type { PageModule, RemoteModule, SlotModule } from '@twostroke/shared/contracts/module';
import type { Registry, RegistryRoute, RegistrySlot } from '@twostroke/shared/contracts/registry';
import { recordError } from '../telemetry/record-error.ts';
import { loadRemoteModule, registerRemote } from './federation.ts';
import { loadStyles, preloadScripts } from './preload-assets.ts';
import { RemoteFailure, type FailureReason } from '../telemetry/remote-failure.ts';
import { withDeadline } from './with-deadline.ts';

/**
 * How long a remote may take to load: with the site's start, a visitor sees a message within eight seconds. The
 * federation runtime itself would wait for ever.
 */
const LOAD_TIMEOUT_MS = 5000;
/** How long files are fetched past the cache before the page reloads without them. */
const REFETCH_TIMEOUT_MS = 12_000;
/** A retry requests `entry?r=1`, then `?r=2`, never more: the document lists the integrity of exactly these. */
const LAST_RETRY = 2;

const entries = new Map<string, string>();
const switchedOff = new Set<string>();
/** Failed loads of each remote since its last successful one: they choose the entry's next address. */
const failures = new Map<string, number>();
/** Failed loads of each page or slot. A success elsewhere in the remote does not reset it. */
const attempts = new Map<string, number>();
const pages: Parts<PageModule> = { loaded: new Map(), loading: new Map() };
const slots: Parts<SlotModule> = { loaded: new Map(), loading: new Map() };

interface Parts<Part> {
  loaded: Map<string, Part>;
  loading: Map<string, Promise<Part>>;
}

/** Registers the live remotes with the federation runtime. Downloads nothing yet. */
export function registerLiveRemotes(registry: Registry): void {
  for (const { name, entry, disabled } of registry.remotes) {
    if (disabled) switchedOff.add(name);
    const address = new URL(entry, globalThis.location?.origin).href;
    entries.set(name, address);
    registerRemote(name, address);
  }
}

/** The page of a route, if it is loaded. */
export function pageOf(routeId: string): PageModule | undefined {
  return pages.loaded.get(routeId);
}

/**
 * Loads a route's page module.
 * @throws RemoteFailure after at most 5 seconds
 */
export function loadPage(route: RegistryRoute): Promise<PageModule> {
  return loadOnce(pages, keyOf(route), () => loadPart(route, (module) => module.pages?.[route.page]));
}

/**
 * Loads the fragment that a remote provides for a slot.
 * @throws RemoteFailure after at most 5 seconds
 */
export function loadSlot(slot: RegistrySlot): Promise<SlotModule> {
  return loadOnce(slots, keyOf(slot), () => loadPart<SlotModule>(slot, (module) => module.slots?.[slot.name]));
}

/** Whether the last load from this remote failed. */
export function hasFailed(remote: string): boolean {
  return failures.has(remote);
}

/** Concurrent callers share one load, so that its failure counts once. */
async function loadOnce<Part>({ loaded, loading }: Parts<Part>, key: string, load: () => Promise<Part>): Promise<Part> {
  const known = loaded.get(key);
  if (known) return known;
  const underway = loading.get(key) ?? load().finally(() => loading.delete(key));
  loading.set(key, underway);
  const part = await underway;
  loaded.set(key, part);
  return part;
}

async function loadPart<Part extends PageModule | SlotModule>(
  part: RegistryRoute | RegistrySlot,
  pick: (module: RemoteModule) => (() => Promise<Part>) | undefined,
): Promise<Part> {
  const { remote, js, css } = part;
  if (switchedOff.has(remote)) throw failed(part, 'disabled', 'its owner has switched it off');
  retryEntry(remote);
  preloadScripts(js);
  const importIt = async (): Promise<Part> => {
    const module = await loadRemoteModule(remote);
    const importPart = module?.contract === 1 ? pick(module) : undefined;
    if (!importPart) throw failed(part, 'contract', 'it does not export what its manifest lists');
    const loaded = await importPart();
    if (!loaded?.Component) throw failed(part, 'contract', 'the part exports no Component');
    return loaded;
  };
  try {
    // Without its styles a part is not shown. Their links come first: the bundler's runtime would add its own.
    const work = Promise.all([loadStyles(css), importIt()]);
    const [, loaded] = await withDeadline(work, LOAD_TIMEOUT_MS, new TimeUp('time is up'));
    failures.delete(remote);
    attempts.delete(keyOf(part));
    return loaded;
  } catch (thrown) {
    if (thrown instanceof RemoteFailure) throw thrown;
    throw failed(part, thrown instanceof TimeUp ? 'timeout' : 'load', thrown);
  }
}

/** After a failure the entry must be registered under another address, or the runtime repeats its failure. */
function retryEntry(remote: string): void {
  const count = failures.get(remote) ?? 0;
  const entry = entries.get(remote);
  if (count > 0 && entry) registerRemote(remote, `${entry}?r=${Math.min(count, LAST_RETRY)}`, true);
}

function failed(part: RegistryRoute | RegistrySlot, reason: FailureReason, cause: unknown): RemoteFailure {
  const { remote } = part;
  failures.set(remote, (failures.get(remote) ?? 0) + 1);
  const attempt = (attempts.get(keyOf(part)) ?? 0) + 1;
  attempts.set(keyOf(part), attempt);
  const failure = new RemoteFailure(remote, reason, attempt, cause);
  recordError(failure);
  return failure;
}

function keyOf(part: RegistryRoute | RegistrySlot): string {
  return 'id' in part ? part.id : `${part.remote}:${part.name}`;
}

class TimeUp extends Error {}

/**
 * The second retry: fetches a remote's files past every cache (a truncated or altered file may be cached as immutable),
 * then reloads the page, even when one of them never arrives. Cart and bike are in local storage and survive.
 */
export async function reloadPastCache(remote: string, registry: Registry): Promise<void> {
  const parts = [...registry.routes, ...registry.slots].filter((part) => part.remote === remote);
  const files = new Set(parts.flatMap(({ js, css }) => [...js, ...css].map(({ href }) => href)));
  const entry = entries.get(remote);
  if (entry) files.add(entry);
  // No file of a disabled remote is fetched: a new document says when it is back.
  const wanted = switchedOff.has(remote) ? [] : [...files];
  const fetched = Promise.allSettled(wanted.map((file) => fetch(file, { cache: 'reload' })));
  await withDeadline(fetched, REFETCH_TIMEOUT_MS, new TimeUp()).catch(() => undefined);
  window.location.reload();
}
