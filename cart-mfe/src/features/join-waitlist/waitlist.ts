import { callRpc, type Json } from '@twostroke/shared/data';
import type { Job } from '../../booking/job.ts';

/** A window that is full. */
export interface WantedWindow {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM */
  start: string;
  end: string;
}

export interface WaitlistRequest extends Job {
  /** The same at every try: somebody is in line once whatever the connection does. */
  request_id: string;
  date: string;
  time: string;
  name: string;
  phone: string;
  email: string;
}

export interface InLine {
  /** 1 is first. */
  position: number;
  /** To leave the line with. */
  token: string;
}

/**
 * Stands in line for a full window.
 * @throws AppError `invalid` (hint: the field), `conflict` with hint free or in_line, `rate_limited`
 */
export async function joinWaitlist(request: WaitlistRequest): Promise<InLine> {
  return (await callRpc('join_waitlist', { request: request as unknown as Json })) as unknown as InLine;
}

/** @throws AppError */
export async function leaveWaitlist(token: string): Promise<void> {
  await callRpc('leave_waitlist', { token });
}
