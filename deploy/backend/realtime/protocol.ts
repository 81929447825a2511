import * as v from 'valibot';

/** JSON objects; not lists, which valibot takes for records. */
const record = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value)),
  v.record(v.string(), v.unknown()),
);
const ref = v.nullable(v.pipe(v.string(), v.maxLength(64)));
const message = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.unknown()),
  v.length(5),
  v.tuple([ref, ref, v.string(), v.string(), v.fallback(record, {})]),
);

/** One message of realtime-js (protocol version 2.0.0). */
export interface Frame {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: Record<string, unknown>;
}

/** A frame from a client, or undefined when it is not one. */
export function parseFrame(text: string): Frame | undefined {
  const { success, output } = v.safeParse(message, text);
  if (!success) return undefined;
  const [joinRef, ref, topic, event, payload] = output;
  return { joinRef, ref, topic, event, payload };
}

export function writeFrame(frame: Frame): string {
  return JSON.stringify([frame.joinRef, frame.ref, frame.topic, frame.event, frame.payload]);
}

/** The answer to a client's frame. */
export function reply(to: Frame, status: 'ok' | 'error', response: Record<string, unknown>): Frame {
  return { joinRef: to.joinRef, ref: to.ref, topic: to.topic, event: 'phx_reply', payload: { status, response } };
}

export const isRecord = (value: unknown): value is Record<string, unknown> => v.is(record, value);
