import type { PartFault, RenderedPage, RendererOptions } from '@twostroke/shared/contracts/prerender';
import type { Registry } from '@twostroke/shared/contracts/registry';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ORIGIN_PLACEHOLDER } from '../assemble-document.ts';
import type { Live } from '../live.ts';

/** How long one page may take, its data included. */
const PAGE_TIMEOUT_MS = 15_000;
/** How long loading all parts of all remotes may take; one that hangs takes 6 s. */
const CHECK_TIMEOUT_MS = 60_000;

export interface Renderer {
  /**
   * Renders the page of a path; null asks for the page of unknown addresses.
   * @throws Error with what went wrong: the data, a part of the page, or time
   */
  render(path: string | null): Promise<RenderedPage>;
  /** Loads every page and slot of a remote (or of all) and tells which of them the shell can't use. */
  checkParts(remote?: string): Promise<PartFault[]>;
  /** Lets the pages that are asked for be finished, and stops then. */
  retire(): void;
  close(): Promise<void>;
}

/** Rejects what was still being rendered when the renderer was closed: nothing is wrong with those pages. */
export class RendererClosed extends Error {
  constructor() {
    super('The renderer was closed.');
  }
}

interface Job {
  resolve(answer: unknown): void;
  reject(failure: Error): void;
  /** Sets the time-out anew: it begins when the thread does not wait for the backend any more. */
  setTimeOut(): void;
}

/** What the thread says: the answer to a question or why there is none, or that it waits for the backend. */
type Message = { id: number; answer?: unknown; failure?: string } | { waitsFor: number };

type Question = { ask: 'page'; path: string | null } | { ask: 'parts'; remote: string | undefined };

/**
 * Starts rendering with the releases of a live record. The thread starts with the first page.
 * @param options.patient for many pages at once, which nobody waits for: a backend that has had enough (429) is asked
 * again when it says so, and nothing is asked twice
 * @param options.headers go with each question to the backend, and to nobody else
 * @throws Error when the shell has no Node build
 */
export function startRenderer(
  live: Live,
  backend: RendererOptions['backend'],
  { patient = false, headers = {} }: { patient?: boolean; headers?: Record<string, string> | undefined } = {},
): Renderer {
  const shellEntry = live.nodeEntries.shell;
  if (!shellEntry) throw new Error('The live shell has no Node build: its pages are rendered in the browser only.');
  const options: RendererOptions = { registry: nodeRegistry(live), backend, origin: ORIGIN_PLACEHOLDER };
  let worker: Worker | null = null;
  let retired = false;
  let lastId = 0;
  let waitsUntil = 0;
  const waiting = new Map<number, Job>();
  const stopAll = (failure: Error): void => {
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
    worker = null;
  };

  function start(): Worker {
    const started = new Worker(new URL('./render-worker.mjs', import.meta.url), {
      workerData: { shellEntry: pathToFileURL(shellEntry!).href, options, patient, headers },
      execArgv: [], // not the loaders of the process around it: the builds need none
    });
    started.unref();
    started.on('message', (message: Message) => {
      if ('waitsFor' in message) {
        waitsUntil = Date.now() + message.waitsFor;
        for (const job of waiting.values()) job.setTimeOut();
        return;
      }
      const { id, answer, failure } = message;
      const job = waiting.get(id);
      waiting.delete(id);
      if (failure === undefined) job?.resolve(answer);
      else job?.reject(new Error(failure));
      stopWhenDone();
    });
    started.on('error', (failure) => worker === started && stopAll(failure));
    started.on('exit', () => worker === started && stopAll(new Error('The renderer has stopped.')));
    return started;
  }

  function stopWhenDone(): void {
    if (!retired || waiting.size > 0) return;
    void worker?.terminate();
    worker = null;
  }

  function ask(question: Question, timeoutMs: number, tooLate: string): Promise<unknown> {
    const id = (lastId += 1);
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout;
      const setTimeOut = (): void => {
        clearTimeout(timer);
        const giveUp = (): void => {
          waiting.delete(id);
          reject(new Error(tooLate));
          stopWhenDone();
        };
        timer = setTimeout(giveUp, Math.max(0, waitsUntil - Date.now()) + timeoutMs);
      };
      setTimeOut();
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          then(value);
        };
      waiting.set(id, { resolve: settle(resolve), reject: settle(reject), setTimeOut });
      worker ??= start();
      worker.postMessage({ id, ...question });
    });
  }

  return {
    async render(path) {
      const tooLate = `${path ?? 'The not-found page'} took longer than ${PAGE_TIMEOUT_MS / 1000} s to render.`;
      return (await ask({ ask: 'page', path }, PAGE_TIMEOUT_MS, tooLate)) as RenderedPage;
    },
    async checkParts(remote) {
      const tooLate = `Loading the remotes took longer than ${CHECK_TIMEOUT_MS / 1000} s.`;
      return (await ask({ ask: 'parts', remote }, CHECK_TIMEOUT_MS, tooLate)) as PartFault[];
    },
    retire() {
      retired = true;
      stopWhenDone();
    },
    async close() {
      const last = worker;
      stopAll(new RendererClosed());
      await last?.terminate();
    },
  };
}

/** The registry as a renderer needs it: remotes that have a Node build, from the disk, without files to preload. */
function nodeRegistry({ registry, nodeEntries }: Live): Registry {
  const remotes = registry.remotes
    .filter(({ name, disabled }) => nodeEntries[name] && !disabled)
    .map((remote) => ({ ...remote, entry: pathToFileURL(nodeEntries[remote.name]!).href }));
  const names = new Set(remotes.map(({ name }) => name));
  const withoutFiles = <T extends { remote: string }>(parts: T[]): T[] =>
    parts.filter(({ remote }) => names.has(remote)).map((part) => ({ ...part, js: [], css: [] }));
  return { ...registry, remotes, routes: withoutFiles(registry.routes), slots: withoutFiles(registry.slots) };
}
