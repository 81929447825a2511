import { boolean, nullable, object, string } from 'valibot';
import { instant } from './fields.ts';

/** A session of the caller: one browser that is signed in. */
export const openSession = object({
  id: string(),
  /** What the browser calls itself; null when Auth did not write it down. */
  user_agent: nullable(string()),
  begun_at: instant,
  /** When it last renewed its tokens: at most as long ago as one lives. */
  used_at: instant,
  /** The session of this call. */
  current: boolean(),
});

export const endedSession = object({ ended: string() });
