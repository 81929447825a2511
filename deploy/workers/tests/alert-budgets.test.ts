import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliverMessages } from '../messages/deliver-messages.ts';
import { openMessageWorkers } from '../testing/message-workers.ts';

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
