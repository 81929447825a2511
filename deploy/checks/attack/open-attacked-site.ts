import { readFileSync } from 'node:fs';
import type { SupabaseClient } from '@supabase/supabase-js';
import { join } from 'node:path';
import type { MailMessage, SmsMessage } from '../../backend/adapters/message-adapters.ts';
import type { Backend, BackendOptions } from '../../backend/backend-options.ts';
import { defaultMigrationsFolder } from '../../backend/database/prepare-database.ts';
import { silentLogger } from '../../backend/logger.ts';
import { fillAttackedShop, unlimitedCalls } from '../../backend/testing/attacked-shop.ts';
import type { AttackedBooking, AttackedShop } from '../../backend/testing/attacked-shop.ts';
import { cloneMigrated, openClients, type TestBackend } from '../../backend/testing/test-backend.ts';
import { openSite } from '../../hosting/node/start-site.ts';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';

/** Who attacks: a visitor, a customer who owns nothing that is attacked, the customer who does, staff; boss is an owner. */
export type Attacker = 'visitor' | 'stranger' | 'customer' | 'mechanic' | 'foreman' | 'desk' | 'accountant' | 'boss';

/** The built site with its real server and database, as `npm start` runs it, and a shop to attack. */
export interface AttackedSite {
  url: string;
  shop: AttackedShop;
  /** A booking of the customer. */
  booking: AttackedBooking;
  /** A booking of a guest, which its link opens. */
  guest: AttackedBooking;
  /** Access tokens. */
  tokens: Record<Attacker, string>;
  jwtSecret: string;
  /** Texts that no answer to an attacker may contain, by what they are. */
  foreign: Map<string, string>;
  /** A fingerprint of each table of the shop and of its accounts. */
  rows(): Promise<Map<string, string>>;
  stop(): Promise<void>;
}

/** What the victims typed. */
const words = { name: 'Vasundhara Gokhale', notes: 'Whistles at forty', phone: '98220 77001', plate: 'MH 12 QX 7788' };
const guestWords = { name: 'Madhavan Iyengar', notes: 'Brake squeals', phone: '98220 77002', plate: 'MH 14 ZK 4411' };

/** @param more starts the site with other limits or behind a proxy */
export async function startRealSite(
  more: Partial<BackendOptions> = {},
): Promise<TestBackend & { backend: Backend; siteFolder: string }> {
  const folder = tempFolder();
  const sms: SmsMessage[] = [];
  const mails: MailMessage[] = [];
  const dataFolder = join(folder.path, 'data');
  const databaseUrl = await cloneMigrated('demo', defaultMigrationsFolder);
  const { site, backend, stop } = await openSite(
    {
      port: 0,
      dataFolder,
      reset: false,
      demo: true,
      build: false,
      renderAhead: false,
      backend: databaseUrl ? { kind: 'postgres', databaseUrl } : { kind: 'embedded' },
    },
    {
      // Messages are sent by nobody: rows are compared, and only the attack may change them.
      messageWorker: false,
      payments: { gateway: 'local', everySeconds: 3600, askAfterSeconds: 3600 },
      logger: silentLogger,
      smsAdapter: { send: (message) => Promise.resolve(void sms.push(message)) },
      mailAdapter: { send: (message) => Promise.resolve(void mails.push(message)) },
      ...more,
    },
  );
  if (!backend) throw new Error('The site has a backend of its own.');
  const { client, disconnectAll } = openClients(site.url, backend.anonKey);
  return {
    url: site.url,
    backend,
    dataFolder,
    siteFolder: join(dataFolder, 'site'),
    sms,
    mails,
    client,
    async stop() {
      await disconnectAll();
      await stop();
      folder.remove();
    },
  };
}

/** Starts the site that all classes attack. */
export async function openAttackedSite(): Promise<AttackedSite> {
  const site = await startRealSite({ limits: { ...unlimitedCalls, ...patientAuth } });
  const shop = await fillAttackedShop(site);
  const { backend } = site;
  const booking = await shop.book(shop.customer.client, bookingOf(words));
  const guest = await shop.book(shop.visitor, bookingOf(guestWords));
  const { other, own, owner, ...staff } = shop.actors;
  const tokenOf = async (client: SupabaseClient) => (await client.auth.getSession()).data.session?.access_token ?? '';
  const tokens = {
    visitor: backend.anonKey,
    stranger: await tokenOf(other),
    customer: await tokenOf(own),
    mechanic: await tokenOf(staff.mechanic),
    foreman: await tokenOf(staff.foreman),
    desk: await tokenOf(staff.desk),
    accountant: await tokenOf(staff.accountant),
    boss: await tokenOf(owner),
  };
  const { jwtSecret } = JSON.parse(readFileSync(backend.secretsFile, 'utf8')) as { jwtSecret: string };
  const [customer] = await backend.sql<{ email: string }[]>`
    select email from auth.users where id = ${shop.customer.id}`;
  const [link] = await backend.sql<{ hash: string }[]>`
    select encode(token_hash, 'hex') as hash from private.manage_tokens where booking_id = ${guest.id}`;
  const foreign = new Map(
    Object.entries({
      'the name of a customer': words.name,
      'the name of a guest': guestWords.name,
      'the notes of a customer': words.notes,
      'the notes of a guest': guestWords.notes,
      'the phone of a customer': '9822077001',
      'the phone of a guest': '9822077002',
      'the address of a mailbox': customer?.email ?? '',
      'the link of a guest': guest.manage_token,
      'the link of a customer': booking.manage_token,
      'the booking of a customer': booking.id,
      'the hash of a link': link?.hash ?? '',
      'the service key': backend.serviceKey,
      'the signing key': jwtSecret,
      'the key of the site': backend.siteKey,
      'a hash of a password': '$2a$',
      'another hash of a password': '$2b$',
    }).filter(([, text]) => text !== '' && text.length > 3),
  );
  const rows = await rowPrints(site);
  return { url: site.url, shop, booking, guest, tokens, jwtSecret, foreign, rows, stop: () => site.stop() };
}

const unlimited = { max: 1_000_000, perSeconds: 1 };
const patientAuth = {
  signUpsPerAddress: unlimited,
  passwordTriesPerAddress: unlimited,
  messagesPerAddress: unlimited,
  codeTriesPerAddress: unlimited,
  sessionCallsPerAddress: unlimited,
};

const bookingOf = ({ name, notes, phone, plate }: typeof words) => ({ name, notes, phone, vehicle_number: plate });

/** Tables that every call changes: counters of limits, and tokens for reports. */
const counters = ['private.call_counts', 'private.used_report_tokens', 'private.report_salts', 'private.live_versions'];

/** Makes a function that fingerprints every table of the shop, and the accounts, in one statement. */
async function rowPrints({ backend: { sql } }: TestBackend): Promise<() => Promise<Map<string, string>>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_catalog.pg_tables
    where schemaname in ('public', 'private') or (schemaname, tablename) in (('auth', 'users'), ('storage', 'objects')) order by 1`;
  const statement = tables
    .filter(({ name }) => !counters.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || coalesce(md5(string_agg(ctid::text || xmin::text, ',' order by ctid)), '') as print from ${name}`,
    )
    .join(' union all ');
  return async () => {
    const prints = await sql.unsafe<{ name: string; print: string }[]>(statement);
    return new Map(prints.map(({ name, print }) => [name, print]));
  };
}
