import { linesAtOnce, readAudit, type AuditLine } from '../../features/read-trail/trail.ts';

export interface TrailData {
  lines: AuditLine[];
  /** The line that older ones are older than; null for the newest. */
  before: number | null;
  /** The last line, when there may be older ones. */
  next: number | null;
}

/** Reads the lines before the one named in the address, or the newest. @throws AppError */
export async function loadTrail(searchParams: URLSearchParams): Promise<TrailData> {
  const asked = searchParams.get('before') ?? '';
  const before = /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : null;
  const lines = await readAudit(before);
  return { lines, before, next: lines.length === linesAtOnce ? (lines.at(-1)?.id ?? null) : null };
}
