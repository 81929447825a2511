import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as waitFor } from 'node:timers/promises';
import type { Logger } from '../logger.ts';

/** Checks one part of what a process needs. It rejects, or takes too long, when the part does not work. */
export type HealthCheck = () => Promise<unknown>;

export interface HealthOptions {
  /** By the name of the part: `database`. */
  checks: Record<string, HealthCheck>;
  logger: Logger;
  /** A part that takes longer is not ready, milliseconds. */
  withinMs?: number;
}

export interface ServiceHealth {
  /** Takes /healthz and /readyz and returns true; false for all other addresses. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

/** A check that began this recently answers further requests too: anybody may ask, and each check costs a query. */
const SHARED_MS = 500;

/**
 * Answers those who watch this process. `/healthz`: 200 while it runs. `/readyz`: 200 when each part works, else 503; the
 * body names the parts, never why one does not work. Only a change is logged.
 */
export function createHealth({ checks, logger, withinMs = 2_000 }: HealthOptions): ServiceHealth {
  let lastAt = -Infinity;
  let last: Promise<Map<string, boolean>> | undefined;
  let logged = '';

  async function checkAll(): Promise<Map<string, boolean>> {
    const names = Object.keys(checks);
    const ready = await Promise.all(names.map((name) => works(checks[name]!, withinMs)));
    const states = new Map(names.map((name, at) => [name, ready[at]!]));
    const broken = names.filter((name) => !states.get(name)).join(', ');
    if (broken !== logged) {
      if (broken) logger.warn(`Not ready: ${broken}.`);
      else logger.info('Ready again.');
    }
    logged = broken;
    return states;
  }

  async function answerReadiness(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!last || performance.now() - lastAt > SHARED_MS) {
      lastAt = performance.now();
      last = checkAll();
    }
    const states = await last;
    const ready = [...states.values()].every(Boolean);
    const parts = Object.fromEntries([...states].map(([name, works]) => [name, works ? 'ready' : 'not ready']));
    send(request, response, ready ? 200 : 503, { ready, ...parts });
  }

  return {
    handle(request, response) {
      const name = /^\/(healthz|readyz)(?:\?|$)/.exec(request.url ?? '')?.[1];
      if (!name) return false;
      if (request.method !== 'GET' && request.method !== 'HEAD') send(request, response, 405, { error: 'GET or HEAD' });
      else if (name === 'healthz') send(request, response, 200, { alive: true });
      else answerReadiness(request, response).catch(() => response.destroy());
      return true;
    },
  };
}

async function works(check: HealthCheck, withinMs: number): Promise<boolean> {
  const ended = new AbortController();
  const late = waitFor(withinMs, false, { signal: ended.signal, ref: false }).catch(() => false);
  const inTime = (async () => check())().then(
    () => true,
    () => false,
  );
  const answer = await Promise.race([inTime, late]);
  ended.abort();
  return answer;
}

function send(request: IncomingMessage, response: ServerResponse, status: number, body: object): void {
  const text = `${JSON.stringify(body)}\n`;
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}
