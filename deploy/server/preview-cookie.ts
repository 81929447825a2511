import type { IncomingMessage } from 'node:http';
import type { Preview } from '../release/live-record.ts';

const COOKIE = 'ts_preview';
/** A working day: nobody should find himself in yesterday's preview. */
const EIGHT_HOURS_S = 8 * 3600;

/** How a preview is named in the cookie: `catalog@1.2.3`. */
export function previewKey({ app, version }: Preview): string {
  return `${app}@${version}`;
}

/** What this visitor asked to see, whatever he wrote there; null when nothing. */
export function askedPreview(req: IncomingMessage): string | null {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`).exec(req.headers.cookie ?? '')?.[1] ?? null;
}

/**
 * What `/preview?catalog=1.2.3` and `/preview?end` ask for: the cookie to send, or null when what is named is not open
 * to testers.
 * @param isOpen tells whether a key names an open preview
 */
export function answerPreview(
  query: URLSearchParams,
  isOpen: (key: string) => boolean,
  secure: boolean,
): { setCookie: string } | null {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  if (query.has('end')) return { setCookie: `${COOKIE}=; Max-Age=0; ${attributes}` };
  const [first] = query;
  const key = first && previewKey({ app: first[0], version: first[1] });
  return key && isOpen(key) ? { setCookie: `${COOKIE}=${key}; Max-Age=${EIGHT_HOURS_S}; ${attributes}` } : null;
}
