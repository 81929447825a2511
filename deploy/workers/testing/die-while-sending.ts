// A worker that sends one mail and is killed before it records that. Arguments: database, mail server. Prints 'handed
// over' then.
import { openDatabase } from '../../backend/database/open-database.ts';
import { silentLogger } from '../../backend/logger.ts';
import { startMessageWorker } from '../messages/message-worker.ts';
import { smtpMail } from '../../backend/adapters/smtp-mail.ts';

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
