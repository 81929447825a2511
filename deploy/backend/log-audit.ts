import * as v from 'valibot';
import type { Sql } from './database/open-database.ts';
import type { Logger } from './logger.ts';

const auditLine = v.object({
  action: v.string(),
  actor_id: v.nullable(v.string()),
  actor_role: v.string(),
  subject: v.string(),
  request_id: v.nullable(v.string()),
});

/**
 * Writes each new line of the audit log into the backend's own log. Lines of the time while it was not listening are in
 * the table only.
 */
export async function logAudit(sql: Sql, logger: Logger): Promise<{ close(): Promise<void> }> {
  const listening = await sql.listen('audit_log', (text) => {
    const line = v.parse(auditLine, JSON.parse(text));
    logger.warn('A right, a duty, a setting, a refund or a live version was changed.', {
      event: line.action,
      request: line.request_id ?? undefined,
      user: line.actor_id ?? undefined,
      role: line.actor_role,
      subject: line.subject,
    });
  });
  return { close: () => listening.unlisten().catch(() => undefined) };
}
