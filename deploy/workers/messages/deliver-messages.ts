import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';
import type { Sql } from 'postgres';
import type { Logger } from '../../backend/logger.ts';
import { alertBudgets } from './alert-budgets.ts';
import { composeMail, composeSms } from './compose-message.ts';
import type { MessageContent } from './compose-message.ts';
import type { CustomerMessageKind, MailAdapter, SmsAdapter } from '../../backend/adapters/message-adapters.ts';
import { UndeliverableError } from '../../backend/adapters/message-adapters.ts';

export interface DeliveryOptions {
  /** As the workers' login (../../backend/database/worker-login.sql). */
  sql: Sql;
  smsAdapter: SmsAdapter;
  mailAdapter: MailAdapter;
  /** Address of the site: links lead there. */
  siteUrl: () => string;
  logger: Logger;
}

interface Claim {
  message: string;
  attempt: number;
  kind: CustomerMessageKind;
  channel: DatabaseEnum<'message_channel'>;
}

/** Messages that are sent at the same time. */
const lanes = 4;
/** How long a provider may take, milliseconds: less than the two minutes for which the database keeps a claim. */
const longestSending = 60_000;

/**
 * Offers free places to the waitlist, sends everything that is due, and alerts staff of budgets that are nearly used.
 * @param isStopped called before each message: a message in progress is finished
 * @returns how many were sent
 */
export async function deliverMessages(options: DeliveryOptions, isStopped = () => false): Promise<number> {
  let sent = 0;
  // A waitlist error does not block messages: it is thrown after they are sent.
  const [offering] = await Promise.allSettled([offerPlaces(options.sql, isStopped)]);
  const lane = async (): Promise<void> => {
    while (!isStopped()) {
      const [claim] = await options.sql<Claim[]>`select * from private.claim_messages(1)`;
      if (!claim) return;
      if (await deliver(options, claim)) sent += 1;
    }
  };
  // When one fails because the database is unavailable, the others finish their messages first.
  const results = await Promise.allSettled(Array.from({ length: lanes }, lane));
  await alertBudgets(options);
  for (const result of [...results, offering]) if (result.status === 'rejected') throw result.reason;
  return sent;
}

/** Makes offers for each day in a transaction of its own, until no day has anything left to offer. */
async function offerPlaces(sql: Sql, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const [row] = await sql<{ changed: number }[]>`select private.offer_waitlist_places() as changed`;
    if (!row?.changed) return;
  }
}

/** Whether it was sent. A failure of the provider is recorded; only a database error is thrown. */
async function deliver(options: DeliveryOptions, claim: Claim): Promise<boolean> {
  const { sql, logger } = options;
  const { message, attempt } = claim;
  try {
    const [row] = await sql<{ content: MessageContent | null }[]>`
      select private.message_to_send(${message}, ${attempt}) as content`;
    if (!row?.content) return false;
    await withTimeout(send(options, row.content));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const [row] = await sql<{ status: DatabaseEnum<'message_status'> }[]>`
      select private.message_failed(${message}, ${attempt}, ${reason}, ${error instanceof UndeliverableError}) as status`;
    // Without the reason: it may name the recipient. Admins read it in the table.
    const outlook = row?.status === 'failed' ? 'given up' : 'it will be retried';
    logger.warn(`Message ${message} (${claim.kind}, ${claim.channel}) was not sent at attempt ${attempt}: ${outlook}.`);
    return false;
  }
  await sql`select private.message_sent(${message})`;
  return true;
}

function send({ smsAdapter, mailAdapter, siteUrl }: DeliveryOptions, content: MessageContent): Promise<void> {
  return content.channel === 'sms'
    ? smsAdapter.send(composeSms(content, siteUrl()))
    : mailAdapter.send(composeMail(content, siteUrl(), new Date()));
}

async function withTimeout(sending: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The provider did not answer within a minute')), longestSending);
  });
  try {
    await Promise.race([sending, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
