import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkOutbox } from '../messages/check-outbox.ts';
import { deliverMessages } from '../messages/deliver-messages.ts';
import { openMessageWorkers } from '../testing/message-workers.ts';

/* What the shop hears of its messages: that a budget runs out, and that one is late. */
const { db, given, optionsOf, book } = await openMessageWorkers();

test('the shop is told once a day by mail and in the log when 70 % of a budget are sent', async () => {
  await db.sql`update private.message_budgets set sms_a_day = 4, alerted_on = null where kind = 'confirmation'`;
  const options = await optionsOf();
  await book(2, null);
  await deliverMessages(options);
  assert.equal(given.warnings.size, 0);
  await book(1, null);
  await deliverMessages(options);
  assert.equal(await given.warnings.next(), "75 % of today's 4 SMS of the kind confirmation are sent.");
  const mail = await given.post.mails.next();
  assert.equal(mail.to?.[0]?.address, 'workshop@example.com');
  assert.equal(mail.subject, 'SMS of today: 75 % of the budget for confirmation');
  assert.match(mail.text ?? '', /wait until tomorrow/);
  await book(1, null);
  await deliverMessages(options);
  assert.deepEqual([given.warnings.size, given.post.mails.size], [0, 0]);
  await options.sql.end({ timeout: 2 });
});

test('a mail that can not be sent is a line in the log, and messages go on', async () => {
  await db.sql`update private.message_budgets set sms_a_day = 1, alerted_on = null where kind = 'confirmation'`;
  const mailAdapter = { send: () => Promise.reject(new Error('no mail server')) };
  const options = await optionsOf({ mailAdapter });
  await book(2, null);
  assert.equal(await deliverMessages(options), 2);
  assert.match(await given.warnings.next(), /SMS of the kind confirmation are sent/);
  assert.equal(await given.warnings.next(), 'The mail about it to the shop could not be sent.');
  await options.sql.end({ timeout: 2 });
});

test('the outbox is in order while its messages are sent or not due, and reported when one is late by minutes', async () => {
  await checkOutbox(db.sql);
  await book(1);
  await checkOutbox(db.sql);
  await db.sql`update public.message_outbox set next_try_at = now() - interval '6 minutes' where due_at <= now()`;
  await assert.rejects(checkOutbox(db.sql), /^Error: A message is 36\d seconds late\.$/);
  // A worker has claimed it: it is being sent, however old it is.
  await db.sql`select from private.claim_messages(10)`;
  await checkOutbox(db.sql);
});
