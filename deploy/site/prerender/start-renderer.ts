import type { ModuleFailure, RenderedPage, RendererOptions } from '@twostroke/shared/contracts/prerender';
import type { Registry } from '@twostroke/shared/contracts/registry';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ORIGIN_PLACEHOLDER } from '../documents/assemble-document.ts';
import type { Live } from '../record/live.ts';

/** How many pages the thread renders concurrently; others wait, and their timeout begins when it takes them. */
export const PAGES_AT_ONCE = 4;
/** How long one page may take, its data included. */
const PAGE_TIMEOUT_MS = 15_000;
/** How long loading all parts of all remotes may take; one that hangs takes 6 s. */
const CHECK_TIMEOUT_MS = 60_000;
/** How long the thread may take to answer that it works: its longest tasks take a tenth of that. */
const ANSWER_TIMEOUT_MS = 2_000;

export interface Renderer {
  /**
   * Renders the page of a path; null asks for the page of unknown addresses.
   * @throws Error with the cause: the data, a part of the page, or a timeout
   */
  render(path: string | null): Promise<RenderedPage>;
  /** Loads every page and slot of a remote (or of all) and returns those that the shell can't use. */
  checkParts(remote?: string): Promise<ModuleFailure[]>;
  /** Whether the thread answers, or where none runs, whether the last one stopped as it should. */
  isWorking(): Promise<boolean>;
  /** Finishes the requested pages, then stops. */
  retire(): void;
  close(): Promise<void>;
}

/** Rejects pages that were being rendered when the renderer closed; the pages themselves are fine. */
export class RendererClosedError extends Error {
  constructor() {
    super('The renderer was closed.');
  }
}

interface Job {
  resolve(answer: unknown): void;
  reject(failure: Error): void;
  /** Restarts the timeout: it begins when the thread no longer waits for the backend. */
  setTimeOut(): void;
}

/** Requests that wait for capacity of the thread. */
interface QueuedJob {
  send(): void;
  reject(failure: Error): void;
}

/** A message of the thread: an answer or an error, or that it waits for the backend. */
type Message = { id: number; answer?: unknown; failure?: string } | { waitsFor: number };

type Question =
  | { ask: 'page'; path: string | null }
  | { ask: 'parts'; remote: string | undefined }
  | { ask: 'nothing' };

/**
 * Starts rendering with the releases of a live record. The thread starts with the first page.
 * @param options.retrying for many pages at once that no visitor waits for: requests that the backend rate limits
 * (429) are retried when it says so, and no request is sent twice
 * @param options.headers are added to each request to the backend, and to no other
 * @throws Error when the shell has no Node build
 */
export function startRenderer(
  live: Live,
  backend: RendererOptions['backend'],
  { retrying = false, headers = {} }: { retrying?: boolean; headers?: Record<string, string> | undefined } = {},
): Renderer {
  const shellEntry = live.nodeEntries.shell;
  if (!shellEntry) throw new Error('The live shell has no Node build: its pages are rendered in the browser only.');
  const options: RendererOptions = { registry: nodeRegistry(live), backend, origin: ORIGIN_PLACEHOLDER };
  let worker: Worker | null = null;
  /** Whether the last thread ended by itself and no page was rendered since. */
  let crashed = false;
  let retired = false;
  let lastId = 0;
  let waitsUntil = 0;
  const queue: QueuedJob[] = [];
  const waiting = new Map<number, Job>();
  const stopAll = (failure: Error): void => {
    for (const { reject } of [...waiting.values(), ...queue.splice(0)]) reject(failure);
    waiting.clear();
    worker = null;
  };

  function start(): Worker {
    const started = new Worker(new URL('./render-worker.mjs', import.meta.url), {
      workerData: { shellEntry: pathToFileURL(shellEntry!).href, options, retrying, headers },
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
      crashed = false;
      if (failure === undefined) job?.resolve(answer);
      else job?.reject(new Error(failure));
      takeNext();
    });
    const end = (failure: Error): void => {
      if (worker !== started) return;
      crashed = true;
      stopAll(failure);
    };
    started.on('error', end);
    started.on('exit', () => end(new Error('The renderer has stopped.')));
    return started;
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
          takeNext();
        };
        timer = setTimeout(giveUp, Math.max(0, waitsUntil - Date.now()) + timeoutMs);
      };
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          then(value);
        };
      const job = { resolve: settle(resolve), reject: settle(reject), setTimeOut };
      queue.push({
        reject,
        send() {
          waiting.set(id, job);
          setTimeOut();
          worker ??= start();
          worker.postMessage({ id, ...question });
        },
      });
      takeNext();
    });
  }

  /** Sends the thread as many pages as it has capacity for; stops it when it is retired and idle. */
  function takeNext(): void {
    while (waiting.size < PAGES_AT_ONCE && queue.length > 0) queue.shift()!.send();
    if (!retired || waiting.size > 0) return;
    void worker?.terminate();
    worker = null;
  }

  return {
    async render(path) {
      const tooLate = `${path ?? 'The not-found page'} took longer than ${PAGE_TIMEOUT_MS / 1000} s to render.`;
      return (await ask({ ask: 'page', path }, PAGE_TIMEOUT_MS, tooLate)) as RenderedPage;
    },
    async checkParts(remote) {
      const tooLate = `Loading the remotes took longer than ${CHECK_TIMEOUT_MS / 1000} s.`;
      return (await ask({ ask: 'parts', remote }, CHECK_TIMEOUT_MS, tooLate)) as ModuleFailure[];
    },
    isWorking() {
      if (!worker) return Promise.resolve(!crashed);
      // Past the queue: pages that wait for the backend are no fault of the thread.
      const id = (lastId += 1);
      return new Promise((resolve) => {
        const settle = (works: boolean) => () => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(works);
        };
        const timer = setTimeout(settle(false), ANSWER_TIMEOUT_MS);
        waiting.set(id, { resolve: settle(true), reject: settle(false), setTimeOut: () => undefined });
        worker!.postMessage({ id, ask: 'nothing' } satisfies { id: number } & Question);
      });
    },
    retire() {
      retired = true;
      takeNext();
    },
    async close() {
      const last = worker;
      stopAll(new RendererClosedError());
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
