import * as v from 'valibot';
import type { ApiCall } from '../gateway/api-call.ts';
import { jsonBody } from '../gateway/api-call.ts';
import { isRecord } from '../realtime/protocol.ts';

/** Longer than an address, a code or a token can be. */
const longest = 1000;
const text = v.nullish(v.pipe(v.string(), v.maxLength(longest)));

/** What lite takes of a body without looking at its type. Other fields it ignores. */
const fields = v.looseObject({
  email: v.optional(v.pipe(v.string(), v.maxLength(254))),
  phone: text,
  password: v.optional(v.pipe(v.string(), v.maxLength(longest))),
  token: text,
  token_hash: text,
  type: text,
  refresh_token: text,
  auth_code: text,
  code_verifier: text,
  nonce: text,
  channel: text,
  data: v.nullish(v.custom<Record<string, unknown>>(isRecord)),
});

/**
 * Why the body of a call to Auth can't be read, or undefined. GoTrue rejects a field of another type, lite would fail
 * in the middle of its work; Postgres keeps no NUL and no half of a character.
 */
export function whyUnreadable(call: ApiCall): string | undefined {
  if (call.body.length === 0) return undefined;
  const body = jsonBody(call);
  if (body === undefined) return 'The body must be a JSON object.';
  const { issues } = v.safeParse(fields, body);
  if (issues) return `The field ${v.getDotPath(issues[0]) ?? ''} has a value that is not possible.`;
  return /\0|\p{Surrogate}/u.test(textsOf(body)) ? 'The body holds a character that can not be stored.' : undefined;
}

function textsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object') return '';
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${textsOf(inner)}`)
    .join(' ');
}
