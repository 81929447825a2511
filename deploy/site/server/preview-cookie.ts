import type { IncomingMessage } from 'node:http';
import type { Preview } from '../record/live-record.ts';

const COOKIE = 'ts_preview';
const cookieOf = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`);
/** A working day, so that no tester opens yesterday's preview by accident. */
const EIGHT_HOURS_S = 8 * 3600;

/** How a preview is named in the cookie: `catalog@1.2.3`. */
export function previewKey({ app, version }: Preview): string {
  return `${app}@${version}`;
}

/** The version that this visitor requested, not validated; null when none. */
export function requestedPreview(req: IncomingMessage): string | null {
  return cookieOf.exec(req.headers.cookie ?? '')?.[1] ?? null;
}

/**
 * The answer to `/preview?catalog=1.2.3` and `/preview?end`: the cookie to send, or null when that version is not open to
 * testers.
 * @param isOpen whether a key names an open preview
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
