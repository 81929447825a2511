import { json } from '../http/answers.ts';
import type { ApiCall } from '../http/api-call.ts';
import { toRequest } from '../http/api-call.ts';
import type { LiteApp } from './lite-app.ts';

/** Answers /rest/v1: lite's PostgREST, which checks tokens itself but takes what is no token at all for a visitor. */
export function answerRest(lite: LiteApp, call: ApiCall): Promise<Response> {
  // A NUL ends a text in Postgres's protocol: inside a name it would cost the database connection.
  if (/%00/.test(call.url.search)) {
    const message = 'The address holds a NUL character';
    return Promise.resolve(json(400, { code: '22P05', message, details: null, hint: null }));
  }
  const token = /^Bearer\s+(.*)$/i.exec(call.headers.get('authorization') ?? '')?.[1]?.trim();
  const parts = token?.split('.').filter(Boolean).length ?? 0;
  if (token && !token.startsWith('sb_') && (parts !== 3 || token.split('.').length !== 3)) {
    const message = `Expected 3 parts in JWT; got ${parts}`;
    return Promise.resolve(json(401, { code: 'PGRST301', message, details: null, hint: null }));
  }
  return lite.fetch(toRequest(call));
}
