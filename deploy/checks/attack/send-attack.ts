import { rawRequest, type RawResponse } from '../../backend/testing/raw-request.ts';
import type { AttackCase } from './attack-class.ts';
import type { AttackedSite, Attacker } from './open-attacked-site.ts';

/** A request whose path is sent as it is written. */
export interface AttackRequest {
  /** Default: visitor. */
  as?: Attacker | undefined;
  /** Default: GET. */
  method?: string | undefined;
  path: string;
  headers?: Record<string, string> | undefined;
  body?: string | object | undefined;
}

/**
 * What the site may answer. `refused`: a status from 400 to 499. `harmless`: any below 500, since an answer without
 * foreign rows is none that helps an attacker.
 */
export type Expected = 'refused' | 'harmless';

/** What errors of ours look like: an answer names none of it. */
const internals =
  /(?:Type|Range|Syntax|Reference)Error|is not a function|Cannot read|node_modules\/[@\w]|\bat \w+ \(|syntax error at or near|"dataFolder"|root:x:0|BEGIN (?:RSA |EC )?PRIVATE/;

export function sendAttack(site: AttackedSite, request: AttackRequest): Promise<RawResponse> {
  const { as = 'visitor', method = 'GET', path, headers = {}, body } = request;
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const usual = { authorization: `Bearer ${site.tokens[as]}` };
  return rawRequest({ url: site.url, backend: site.shop.site.backend }, method, path, text, { ...usual, ...headers });
}

/** @throws Error when an answer shows what belongs to somebody else, or how the server is made */
export function checkAnswer(
  site: AttackedSite,
  { status, body, rawHeaders }: RawResponse,
  expected: Expected,
  { sees = [] }: { sees?: string[] } = {},
): void {
  const shown = `answered ${status} ${body.slice(0, 160)}`;
  if (status >= 500 || status === 0) throw new Error(shown);
  if (expected === 'refused' && (status < 400 || status > 499)) throw new Error(shown);
  const said = `${body}\n${rawHeaders.join('\n')}`;
  for (const [what, text] of site.foreign)
    if (!sees.includes(text) && said.includes(text)) throw new Error(`shows ${what}: ${shown}`);
  const named = internals.exec(said);
  if (named) throw new Error(`shows '${named[0]}': ${shown}`);
}

/** A case of one request. The booking's id may be echoed where the request contains it. */
export function requestCase(
  tries: string,
  request: AttackRequest,
  expected: Expected,
  more: Pick<AttackCase, 'isThorough' | 'changesOwnRows'> = {},
): AttackCase {
  const { as = 'visitor', method = 'GET', path } = request;
  const sent = `${path}${JSON.stringify(request.body ?? '')}${JSON.stringify(request.headers ?? '')}`;
  return {
    tries: `${tries} (${as}: ${method} ${path.slice(0, 100)})`,
    ...more,
    run: async (site) => {
      const sees = [...site.foreign.values()].filter((text) => sent.includes(text));
      checkAnswer(site, await sendAttack(site, request), expected, { sees });
    },
  };
}
