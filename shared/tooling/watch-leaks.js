/*
 * Finds what a remote's page leaves behind. It runs in development, in the remotes' tests and in journeys, never in a
 * visitor's browser. Without imports: journeys and `npm run dev` insert its text into a page.
 */

/**
 * @typedef {object} Leak
 * @property {string} owner `catalog@1.0.0-1a2b3c4d`
 * @property {string} what `listener for resize on window`, `interval of 1000 ms`, `MutationObserver`, `<div> in <body>`
 * @property {string} at the owner's line that created it
 * @property {number} times visits that have left one behind
 */

/**
 * From now on records everything that outlives a page, with its owner: listeners of window, document, html, body and
 * head, intervals, observers, sockets and channels, and elements put into body or head.
 *
 * Something is a leak when the same line has left it behind on two visits; what a module sets up once is no leak. A
 * visit ends when `visit()` returns another value; one that ended less than `graceMs` ago is not judged yet.
 * @param {{ stackOf?: () => string, ownerOf?: (stack: string) => { owner: string, at: string } | null, visit?: () =>
 *   unknown }} [options] `stackOf`: the stack of its caller; `ownerOf`: the owner of a stack (by default the innermost
 *   release folder `/r/<app>/<version>/` other than the shell's); `visit`: a value that changes with each visit (by
 *   default the path)
 * @returns {{ leaks: (graceMs?: number) => Leak[], stop: () => void }}
 */
export function watchLeaks({
  stackOf = () => new Error().stack ?? '',
  ownerOf = ownerByFolder,
  visit = () => globalThis.location.pathname,
} = {}) {
  const held = new Set();
  const undo = [];
  const visits = [{ name: visit(), endedAt: null }];

  function presentVisit() {
    const name = visit();
    const last = visits.at(-1);
    if (last.name === name) return visits.length;
    last.endedAt = performance.now();
    return visits.push({ name, endedAt: null });
  }

  /** Records that the caller holds something until it is released, or until `isHeld` returns false. */
  function note(what, isHeld = () => true) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 60; // React's own frames are between an effect and the page's code
    const origin = ownerOf(stackOf());
    Error.stackTraceLimit = limit;
    if (!origin) return null;
    const entry = { ...origin, what, isHeld, visit: presentVisit() };
    held.add(entry);
    return entry;
  }

  function replace(object, name, make) {
    const original = object?.[name];
    if (!original || !Object.hasOwn(object, name)) return;
    object[name] = make(original);
    undo.push(() => (object[name] = original));
  }

  // A visit begins with the navigation: leaving and coming back soon counts as a second visit.
  for (const name of ['pushState', 'replaceState'])
    replace(globalThis.History?.prototype, name, (original) => {
      return function navigate(...parts) {
        original.apply(this, parts);
        presentVisit();
      };
    });
  globalThis.addEventListener('popstate', presentVisit);
  undo.push(() => globalThis.removeEventListener('popstate', presentVisit));

  /** Reads the elements each time: an early script runs before head and body exist. The name first: it is cheap in jsdom. */
  function placeOf(target) {
    if (target === globalThis.window) return 'window';
    if (target === document) return 'document';
    const name = target.localName;
    if (name === 'html') return target === document.documentElement ? '<html>' : undefined;
    return (name === 'head' || name === 'body') && target === document[name] ? `<${name}>` : undefined;
  }

  const listeners = new Map();
  const listenerKey = (type, options) => `${type} ${typeof options === 'object' ? !!options?.capture : !!options}`;
  const listenersOf = (target, key) => {
    if (!listeners.has(target)) listeners.set(target, new Map());
    const byKey = listeners.get(target);
    if (!byKey.has(key)) byKey.set(key, new Map());
    return byKey.get(key);
  };
  const forget = (target, key, listener) => {
    const known = listenersOf(target, key);
    held.delete(known.get(listener));
    known.delete(listener);
  };
  // In test environments, window has its own copies of these methods.
  for (const home of [EventTarget.prototype, globalThis]) {
    replace(home, 'addEventListener', (original) => {
      return function addEventListener(type, listener, options) {
        const target = this ?? globalThis;
        original.call(target, type, listener, options);
        const place = placeOf(target);
        const key = listenerKey(type, options);
        if (!place || !listener || options?.signal?.aborted || listenersOf(target, key).has(listener)) return;
        const entry = note(`listener for ${type} on ${place}`);
        if (!entry) return;
        listenersOf(target, key).set(listener, entry);
        const release = () => forget(target, key, listener);
        if (options?.once) original.call(target, type, release, { once: true, capture: true });
        if (options?.signal) options.signal.addEventListener('abort', release, { once: true });
      };
    });
    replace(home, 'removeEventListener', (original) => {
      return function removeEventListener(type, listener, options) {
        const target = this ?? globalThis;
        if (listener && placeOf(target)) forget(target, listenerKey(type, options), listener);
        return original.call(target, type, listener, options);
      };
    });
  }

  const intervals = new Map();
  replace(globalThis, 'setInterval', (original) => {
    return function setInterval(work, milliseconds, ...rest) {
      const id = original.call(globalThis, work, milliseconds, ...rest);
      intervals.set(id, note(`interval of ${milliseconds ?? 0} ms`));
      return id;
    };
  });
  for (const name of ['clearInterval', 'clearTimeout'])
    replace(globalThis, name, (original) => {
      return function clear(id) {
        held.delete(intervals.get(id));
        intervals.delete(id);
        return original.call(globalThis, id);
      };
    });

  // An observer of removed nodes is garbage-collected with them; an observer of nodes that stay is held.
  for (const name of ['MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'PerformanceObserver']) {
    const prototype = globalThis[name]?.prototype;
    const entries = new WeakMap();
    const targets = new WeakMap();
    replace(prototype, 'observe', (original) => {
      return function observe(target, options) {
        original.call(this, target, options);
        const observed = targets.get(this) ?? [];
        targets.set(this, [...observed, target instanceof Node ? new WeakRef(target) : { deref: () => document }]);
        if (entries.has(this)) return;
        const own = new WeakRef(this);
        const entry = note(name, () => {
          const observer = own.deref();
          return !!observer && targets.get(observer).some((target) => target.deref()?.isConnected);
        });
        if (entry) entries.set(this, entry);
      };
    });
    replace(prototype, 'disconnect', (original) => {
      return function disconnect() {
        held.delete(entries.get(this));
        entries.delete(this);
        targets.delete(this);
        return original.call(this);
      };
    });
  }

  const CLOSING = 2;
  for (const name of ['WebSocket', 'EventSource', 'BroadcastChannel', 'Worker'])
    replace(globalThis, name, (Original) => {
      return class extends Original {
        static name = name;
        #entry;
        constructor(...parts) {
          super(...parts);
          this.#entry = note(`${name} to ${parts[0]}`, () => !(this.readyState >= CLOSING));
        }
        close(...parts) {
          held.delete(this.#entry);
          return super.close?.(...parts);
        }
        terminate() {
          held.delete(this.#entry);
          return super.terminate?.();
        }
      };
    });

  const noteChild = (parent, child) => {
    const place = placeOf(parent);
    if (!(child instanceof Element) || (place !== '<body>' && place !== '<head>')) return;
    const own = new WeakRef(child);
    note(`<${child.localName}> in ${place}`, () => own.deref()?.isConnected ?? false);
  };
  for (const name of ['appendChild', 'insertBefore'])
    replace(Node.prototype, name, (original) => {
      return function insert(child, before) {
        const inserted = name === 'appendChild' ? original.call(this, child) : original.call(this, child, before);
        noteChild(this, child);
        return inserted;
      };
    });
  for (const name of ['append', 'prepend'])
    replace(Element.prototype, name, (original) => {
      return function insert(...children) {
        original.apply(this, children);
        for (const child of children) noteChild(this, child);
      };
    });

  return {
    leaks(graceMs = 0) {
      presentVisit();
      const settledBefore = performance.now() - graceMs;
      const groups = new Map();
      for (const entry of held) {
        if (!entry.isHeld()) {
          held.delete(entry);
          continue;
        }
        const { endedAt } = visits[entry.visit - 1];
        if (endedAt === null || endedAt > settledBefore) continue;
        const key = `${entry.owner} ${entry.what} ${entry.at}`;
        groups.set(key, [...(groups.get(key) ?? []), entry]);
      }
      return [...groups.values()].flatMap((entries) => {
        const times = new Set(entries.map((entry) => entry.visit)).size;
        const { owner, what, at } = entries[0];
        return times > 1 ? [{ owner, what, at, times }] : [];
      });
    },
    stop() {
      for (const restore of undo.reverse()) restore();
    },
  };
}

/** The innermost release folder in a stack that is not the shell's: React and the router run on behalf of remotes. */
function ownerByFolder(stack) {
  for (const line of stack.split('\n')) {
    const [at, app, version] = /[^\s(]*\/r\/([a-z][a-z0-9_]*)\/([^/\s]+)\/[^\s)]*/.exec(line) ?? [];
    if (app && app !== 'shell') return { owner: `${app}@${version}`, at };
  }
  return null;
}

/** @param {Leak} leak @returns {string} a sentence with owner, kind and place */
export function sentenceOfLeak({ owner, what, at, times }) {
  return `${owner} leaks: ${what}, left behind by ${times} visits. Release it when the page goes: ${at}`;
}
