import type { ApiCall } from './api-call.ts';

/** Deeper than any request of the site, and far from where a recursive parser runs out of stack. */
const deepestBody = 32;
const deepestQuery = 10;
/** Postgres takes 1,664 columns; no table of the shop has a tenth of them. */
const mostColumns = 200;

/**
 * Why a request may not be passed on, or undefined. lite and Postgres parse recursively: nested brackets would end in a
 * stack overflow or in a query that runs until its time is up. lite keeps filters in plain objects, by the names of the
 * request: `__proto__=eq.1` would write to the prototype of every object of this process.
 */
export function whyRefused({ url, body }: ApiCall): string | undefined {
  if (depthOfJson(body) > deepestBody) return `The body is nested deeper than ${deepestBody} levels.`;
  for (const [name, value] of url.searchParams) {
    if (depthOfQuery(value) > deepestQuery) return `A filter is nested deeper than ${deepestQuery} levels.`;
    const isList = /^(?:.*\.)?(?:select|columns|order)$/.test(name);
    const hasNames = isList || /^(?:.*\.)?(?:and|or|on_conflict)$/.test(name);
    const operator = /^(?:not\.)*\w+(?=[.(])/.exec(value)?.[0] ?? '';
    if (holdsInherited(name) || holdsInherited(hasNames ? value : operator))
      return 'There is no column or operator of that name.';
    if (isList && value.split(',').length > mostColumns) return `A list has more than ${mostColumns} columns.`;
  }
  return undefined;
}

const [quote, backslash, openList, closeList, openObject, closeObject] = Buffer.from('"\\[]{}');

/** The depth of brackets outside of texts; 0 for a body that is not JSON. Stops where it is deep enough to refuse. */
function depthOfJson(body: Buffer): number {
  let deepest = 0;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < body.length && deepest <= deepestBody; at += 1) {
    const byte = body[at];
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === openList || byte === openObject) deepest = Math.max(deepest, (depth += 1));
    else if (byte === closeList || byte === closeObject) depth -= 1;
  }
  return deepest;
}

/** Whether one of the names is a property that every object inherits. Words of a pattern or a value do not count. */
function holdsInherited(names: string): boolean {
  return [...names.matchAll(/(?<![\w*% ])\w+(?![\w*% ])/g)].some(([name]) => name in Object.prototype);
}

function depthOfQuery(value: string): number {
  let deepest = 0;
  let depth = 0;
  for (const character of value.replace(/"(?:[^"\\]|\\.)*"/g, '')) {
    if (character === '(') deepest = Math.max(deepest, (depth += 1));
    else if (character === ')') depth -= 1;
  }
  return deepest;
}
