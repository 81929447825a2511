import type { PageModule, RemoteModule, SlotModule } from '@twostroke/shared/contracts/module';
import type { Registry, RegistryRoute, RegistrySlot } from '@twostroke/shared/contracts/registry';
import { recordError } from '../telemetry/record-error.ts';
import { loadRemoteModule, registerRemote } from './federation.ts';
import { loadStyles, prepareStyles, preloadScripts } from './preload-assets.ts';
import { RemoteFailure, type FailureReason } from '../telemetry/remote-failure.ts';
import { withTimeout } from './with-timeout.ts';

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
const pages: ModuleCache<PageModule> = { loaded: new Map(), loading: new Map() };
const slots: ModuleCache<SlotModule> = { loaded: new Map(), loading: new Map() };

interface ModuleCache<Module> {
  loaded: Map<string, Module>;
  loading: Map<string, Promise<Module>>;
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
  return loadOnce(pages, keyOf(route), () => loadModule(route, (module) => module.pages?.[route.page]));
}

/**
 * Runs the code of a page that a visitor may go to, so that the press does not wait for it. Its styles do not apply yet.
 * @throws RemoteFailure after at most 5 seconds
 */
export async function preparePage(route: RegistryRoute): Promise<void> {
  if (!pages.loaded.has(keyOf(route))) await loadModule(route, (module) => module.pages?.[route.page], prepareStyles);
}

/** Downloads code and styles of a page that a visitor is on the way to, while the site starts. */
export function preloadPage({ remote, js, css }: RegistryRoute): void {
  if (switchedOff.has(remote)) return;
  preloadScripts(js);
  prepareStyles(css).catch(() => undefined); // the page asks for them again
}

/**
 * Loads the fragment that a remote provides for a slot.
 * @throws RemoteFailure after at most 5 seconds
 */
export function loadSlot(slot: RegistrySlot): Promise<SlotModule> {
  return loadOnce(slots, keyOf(slot), () => loadModule<SlotModule>(slot, (module) => module.slots?.[slot.name]));
}

/** Whether the last load from this remote failed. */
export function hasFailed(remote: string): boolean {
  return failures.has(remote);
}

/** Concurrent callers share one load, so that its failure counts once. */
async function loadOnce<Module>(
  { loaded, loading }: ModuleCache<Module>,
  key: string,
  load: () => Promise<Module>,
): Promise<Module> {
  const known = loaded.get(key);
  if (known) return known;
  const underway = loading.get(key) ?? load().finally(() => loading.delete(key));
  loading.set(key, underway);
  const module = await underway;
  loaded.set(key, module);
  return module;
}

async function loadModule<Module extends PageModule | SlotModule>(
  part: RegistryRoute | RegistrySlot,
  pick: (module: RemoteModule) => (() => Promise<Module>) | undefined,
  takeStyles = loadStyles,
): Promise<Module> {
  const { remote, js, css } = part;
  if (switchedOff.has(remote)) throw failed(part, 'disabled', 'its owner has switched it off');
  retryEntry(remote);
  preloadScripts(js);
  const importIt = async (): Promise<Module> => {
    const module = await loadRemoteModule(remote);
    const importModule = module?.contract === 1 ? pick(module) : undefined;
    if (!importModule) throw failed(part, 'contract', 'it does not export what its manifest lists');
    const loaded = await importModule();
    if (!loaded?.Component) throw failed(part, 'contract', 'the part exports no Component');
    return loaded;
  };
  try {
    // A page or slot is not shown without its styles. Their links come first, or the bundler's runtime adds its own.
    const work = Promise.all([takeStyles(css), importIt()]);
    const [, loaded] = await withTimeout(work, LOAD_TIMEOUT_MS, new LoadTimeoutError('The load timed out.'));
    failures.delete(remote);
    attempts.delete(keyOf(part));
    return loaded;
  } catch (thrown) {
    if (thrown instanceof RemoteFailure) throw thrown;
    throw failed(part, thrown instanceof LoadTimeoutError ? 'timeout' : 'load', thrown);
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

class LoadTimeoutError extends Error {}

/**
 * The second retry: fetches a remote's files past every cache (a truncated or altered file may be cached as immutable),
 * then reloads the page, even when one of them never arrives. Cart and bike are in local storage and survive.
 */
export async function reloadPastCache(remote: string, registry: Registry): Promise<void> {
  const parts = [...registry.routes, ...registry.slots].filter((part) => part.remote === remote);
  const files = new Set(parts.flatMap(({ js, css }) => [...js, ...css].map(({ href }) => href)));
  const entry = entries.get(remote);
  if (entry) files.add(entry);
  // No file of a disabled remote is fetched: only a new document can say that it is enabled again.
  const wanted = switchedOff.has(remote) ? [] : [...files];
  const fetched = Promise.allSettled(wanted.map((file) => fetch(file, { cache: 'reload' })));
  await withTimeout(fetched, REFETCH_TIMEOUT_MS, new LoadTimeoutError()).catch(() => undefined);
  // Six files that hang take all connections that a browser opens without HTTP/2: the new document would wait for one.
  window.stop();
  window.location.reload();
}
