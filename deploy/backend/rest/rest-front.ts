import { json } from '../gateway/answers.ts';
import type { ApiCall } from '../gateway/api-call.ts';
import { withCheckedToken } from '../gateway/access-token.ts';
import type { TokenSecrets } from '../gateway/access-token.ts';
import { toRequest } from '../gateway/api-call.ts';
import { asRead } from './gather-settings.ts';
import type { LiteApp } from './lite-app.ts';

export interface RestFrontOptions {
  lite: LiteApp;
  secrets: TokenSecrets;
  /** Where the database looks for the address that limits are counted by. What a caller writes there is dropped. */
  addressHeader: string;
}

/** Answers /rest/v1 by lite's PostgREST. */
export async function answerRest(options: RestFrontOptions, call: ApiCall): Promise<Response> {
  // A NUL ends a text in Postgres's protocol: inside a name it would break the database connection.
  if (/%00/.test(call.url.search)) {
    const message = 'The address holds a NUL character';
    return json(400, { code: '22P05', message, details: null, hint: null });
  }
  const checked = withCheckedToken(call, options.secrets);
  if ('code' in checked) return json(401, { ...checked, details: null, hint: null });
  const headers = new Headers(checked.headers);
  headers.set(options.addressHeader, call.address.replace(/\/64$/, ''));
  const request = toRequest({ ...checked, headers });
  const answer = () => options.lite.fetch(request, checked.caller);
  return call.method === 'GET' || call.method === 'HEAD' ? asRead(answer) : answer();
}
