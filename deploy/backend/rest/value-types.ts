import type { PostgresType } from 'postgres';

/** PostgREST writes 2026-11-20T16:41:08.7+00:00 where Postgres says 2026-11-20 16:41:08.7+00. */
export function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

const json = {
  // The values arrive as text already; lite's own serializer would encode them a second time.
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string) => JSON.parse(text) as unknown,
};

/** Postgres rejects an invalid boolean; the driver's serializer would treat any text as false. */
const flag = {
  serialize: (value: unknown) => String(value),
  parse: (text: string) => text === 't',
};

/** What PostgREST makes of a value for a text: an array is its JSON, which no code and no name looks like. */
const text = {
  serialize: (value: unknown) => (value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value)),
  parse: (written: string) => written,
};

/** How values travel between Postgres and JSON, equal to hosted Supabase. Merged over lite's own types. */
export const valueTypes: Record<string, PostgresType> = {
  bool: { to: 16, from: [16], ...flag },
  text: { to: 25, from: [25], ...text },
  json: { to: 114, from: [114], ...json },
  jsonb: { to: 3802, from: [3802], ...json },
  numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
  timestamp: { to: 1114, from: [1114], serialize: (value: unknown) => value, parse: isoTimestamp },
  timestamptz: { to: 1184, from: [1184], serialize: (value: unknown) => value, parse: isoTimestamp },
};
