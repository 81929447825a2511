// A worker that hands one mail over and never learns that it was taken. Arguments: database, mail server.
// Prints 'handed over' then.
import { openDatabase } from '../database/open-database.ts';
import { silentLogger } from '../logger.ts';
import { startMessageWorker } from '../messages/message-worker.ts';
import { smtpMail } from '../messages/smtp-mail.ts';

const [, , databaseUrl = '', url = ''] = process.argv;
const mail = smtpMail({ url, from: 'Twostroke <bookings@twostroke.example>' });
startMessageWorker({
  sql: await openDatabase(databaseUrl),
  logger: silentLogger,
  siteUrl: () => 'https://twostroke.example',
  smsAdapter: { send: () => Promise.resolve() },
  mailAdapter: {
    async send(message) {
      await mail.send(message);
      console.log('handed over');
      await new Promise(() => undefined);
    },
  },
});
