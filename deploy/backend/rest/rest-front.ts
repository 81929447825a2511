import { json } from '../gateway/answers.ts';
import type { ApiCall } from '../gateway/api-call.ts';
import { toRequest } from '../gateway/api-call.ts';
import type { LiteApp } from './lite-app.ts';

/**
 * Answers /rest/v1 by lite's PostgREST, which checks tokens but treats a malformed one as a visitor's. The database gets
 * the address that limits are counted by, in the header where it looks for it; what the caller wrote there is dropped.
 */
export async function answerRest(lite: LiteApp, call: ApiCall, addressHeader: string): Promise<Response> {
  // A NUL ends a text in Postgres's protocol: inside a name it would break the database connection.
  if (/%00/.test(call.url.search)) {
    const message = 'The address holds a NUL character';
    return json(400, { code: '22P05', message, details: null, hint: null });
  }
  const token = /^Bearer\s+(.*)$/i.exec(call.headers.get('authorization') ?? '')?.[1]?.trim();
  const parts = token?.split('.').filter(Boolean).length ?? 0;
  if (token && !token.startsWith('sb_') && (parts !== 3 || token.split('.').length !== 3)) {
    const message = `Expected 3 parts in JWT; got ${parts}`;
    return json(401, { code: 'PGRST301', message, details: null, hint: null });
  }
  const headers = new Headers(call.headers);
  headers.set(addressHeader, call.address.replace(/\/64$/, ''));
  return withUnreadableList(await lite.fetch(toRequest({ ...call, headers })));
}

/** A list of columns that ends inside quotes is an invalid request; lite answers it as a server error. */
async function withUnreadableList(answer: Response): Promise<Response> {
  if (answer.status !== 500) return answer;
  const text = await answer.text();
  const message = /"message":"Error: (Missing closing quote at position \d+)"/.exec(text)?.[1];
  if (message === undefined) return new Response(text, { status: 500, headers: answer.headers });
  return json(400, { code: 'PGRST100', message, details: null, hint: null });
}
