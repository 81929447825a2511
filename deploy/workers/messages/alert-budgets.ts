import type { Sql } from 'postgres';
import type { MailAdapter } from '../../backend/adapters/message-adapters.ts';
import type { Logger } from '../../backend/logger.ts';

interface SpentBudget {
  kind: string;
  sent_percent: number;
  sms_a_day: number;
  shop_email: string;
}

export interface BudgetAlertOptions {
  sql: Sql;
  mailAdapter: MailAdapter;
  logger: Logger;
}

/**
 * Tells staff of budgets of SMS that are nearly used: a line in the log, and a mail to the shop. Each budget once a
 * day; a mail that fails is not tried again.
 */
export async function alertBudgets({ sql, mailAdapter, logger }: BudgetAlertOptions): Promise<void> {
  const spent = await sql<SpentBudget[]>`select * from private.alert_budgets()`;
  for (const { kind, sent_percent, sms_a_day, shop_email } of spent) {
    const news = `${sent_percent} % of today's ${sms_a_day} SMS of the kind ${kind} are sent.`;
    logger.warn(news);
    await mailAdapter
      .send({
        to: shop_email,
        kind: 'budget_alert',
        subject: `SMS of today: ${sent_percent} % of the budget for ${kind}`,
        text: [
          news,
          'When the budget is nearly used, messages to numbers without a confirmed code wait until tomorrow. Customers with a confirmed number or an account get all their messages.',
          'Is this more than you expect? Look at the bookings of today. The budgets are in private.message_budgets.',
        ].join('\n\n'),
      })
      .catch(() => logger.warn('The mail about it to the shop could not be sent.'));
  }
}
