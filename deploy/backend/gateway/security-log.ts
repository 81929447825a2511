import type { Logger } from '../logger.ts';
import type { Clock } from './rate-limiter.ts';

/** The events that operators search the log for, with their level. */
const events = {
  sign_in: ['info', 'A user signed in.'],
  sign_in_failed: ['warn', 'A sign-in failed.'],
  code_rejected: ['warn', 'A code or link was rejected.'],
  factor_verified: ['info', 'A user verified a second factor.'],
  recovery_code_used: ['info', 'A user used a recovery code.'],
  account_changed: ['info', 'A user changed their account.'],
  signed_out: ['info', 'A user signed out.'],
  rate_limited: ['warn', 'A call was above a rate limit.'],
  rights_refused: ['warn', 'A call was refused for missing rights.'],
  not_found: ['warn', 'A call named a row that does not exist or belongs to another user.'],
  input_refused: ['warn', 'A call was refused for its input.'],
} as const satisfies Record<string, ['info' | 'warn', string]>;

export type SecurityEvent = keyof typeof events;

export interface AnsweredCall {
  method: string;
  /** Without query: it may hold tokens and people. */
  path: string;
  query: URLSearchParams;
  status: number;
  /** What limits are counted by. */
  address: string;
  request: string;
  /** The id of the signed-in user, if there is one. */
  user: string | undefined;
}

/** How long equal events of one address are counted and not logged again. */
const QUIET_MS = 60_000;
/** A flood from many addresses may not fill the memory. */
const MOST_SOURCES = 10_000;

/** Logs one line for each security event of the API; a flood from one address makes one line a minute, with a count. */
export function createSecurityLog(logger: Logger, clock: Clock): { note(call: AnsweredCall): void } {
  const quiet = new Map<string, { until: number; more: number }>();
  return {
    note(call) {
      const event = eventOf(call);
      if (!event) return;
      const [level, sentence] = events[event];
      const network = networkOf(call.address);
      const source = `${event} ${network} ${call.path}`;
      const now = clock();
      const former = quiet.get(source);
      // Successes are never left out: each is a fact about an account.
      if (level === 'warn' && former && former.until > now) {
        former.more += 1;
        return;
      }
      if (quiet.size >= MOST_SOURCES) quiet.clear();
      if (level === 'warn') quiet.set(source, { until: now + QUIET_MS, more: 0 });
      const { request, path, status, user } = call;
      logger[level](sentence, {
        event,
        request,
        path,
        status,
        network,
        user,
        unlogged: former && former.more > 0 ? former.more : undefined,
      });
    },
  };
}

/** What a call is answered that breaks the rules of HTTP, of the API or of a field. */
const inputRefused = new Set([400, 405, 411, 413, 415, 422]);

function eventOf({ method, path, query, status }: AnsweredCall): SecurityEvent | undefined {
  const ok = status < 300;
  if (status === 429) return 'rate_limited';
  if (path === '/auth/v1/token' && query.get('grant_type') === 'password') return ok ? 'sign_in' : 'sign_in_failed';
  if (path === '/auth/v1/verify' && method === 'POST') return ok ? 'sign_in' : 'code_rejected';
  if (path === '/auth/v1/verify' && status >= 400) return 'code_rejected';
  const factor = /^\/auth\/v1\/factors\/[^/]+(\/verify)?$/.exec(path);
  if (factor?.[1] && status !== 401) return ok ? 'factor_verified' : 'code_rejected';
  if (path === '/rest/v1/rpc/use_recovery_code' && status !== 401) return ok ? 'recovery_code_used' : 'code_rejected';
  if (factor && method === 'DELETE' && ok) return 'account_changed';
  if (path === '/auth/v1/logout') return ok ? 'signed_out' : undefined;
  if (path === '/auth/v1/user' && method === 'PUT' && ok) return 'account_changed';
  if (status === 401 || status === 403) return 'rights_refused';
  // A function answers 404 for a booking of another customer: its caller must not learn that it exists.
  if (status === 404 && path.startsWith('/rest/v1/rpc/')) return 'not_found';
  return inputRefused.has(status) ? 'input_refused' : undefined;
}

/** The network of an address, which says where calls come from without naming a household. */
function networkOf(address: string): string {
  const [a, b, c, d] = address.split('.');
  if (d !== undefined) return `${a}.${b}.${c}.0/24`;
  const groups = address.replace(/\/\d+$/, '').split(':');
  return address.includes(':') ? `${groups.slice(0, 3).join(':')}::/48` : address;
}
