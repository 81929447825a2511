import type { Sql } from 'postgres';
import type { MailAdapter } from '../adapters/message-adapters.ts';
import type { Logger } from '../logger.ts';

/** Tells staff that most of the day's codes by SMS are sent: a line in the log, and a mail to the shop. */
export async function alertOfCodes(
  options: { sql: Sql; mailAdapter: MailAdapter; logger: Logger },
  used: { percent: number; max: number },
): Promise<void> {
  const { sql, mailAdapter, logger } = options;
  const news = `${used.percent} % of the ${used.max} sign-in codes by SMS of 24 hours are sent.`;
  logger.warn(news);
  try {
    const [{ has_shop } = { has_shop: false }] = await sql<{ has_shop: boolean }[]>`
      select to_regclass('public.shop') is not null as has_shop`;
    const [shop] = has_shop ? await sql<{ email: string }[]>`select email from public.shop` : [];
    if (!shop) return;
    await mailAdapter.send({
      to: shop.email,
      kind: 'budget_alert',
      subject: `SMS of today: ${used.percent} % of the sign-in codes`,
      text: [
        news,
        'When all are sent, numbers without an account wait until tomorrow. Customers with an account get their codes.',
        'Is this more than you expect? The figure is smsOfSite in backend-limits.ts.',
      ].join('\n\n'),
    });
  } catch {
    logger.warn('The mail about it to the shop could not be sent.');
  }
}
