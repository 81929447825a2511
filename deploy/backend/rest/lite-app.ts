import { App } from '@supabase/lite';
import type { EmailMessage } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import type { Sql } from 'postgres';
import type { BackendSecrets } from '../secrets/backend-secrets.ts';
import { answerLikePostgrest } from './database-errors.ts';
import { gatherSettings } from './gather-settings.ts';
import { renewPool } from './renew-pool.ts';
import { valueTypes } from './value-types.ts';

/** REST and Auth of @supabase/lite with this project's fixes. */
export interface LiteApp {
  /** Answers a request for /rest/v1 or /auth/v1. */
  fetch(request: Request): Promise<Response>;
  /** Makes lite reload tables and functions; needed after each change of the schema. */
  readSchema(): Promise<void>;
  /** Sets the site's address, for lite's links and redirects. */
  setSiteUrl(siteUrl: string): void;
  close(): Promise<void>;
}

/** The interface through which lite sends mails: one method for each kind. */
export type LiteMailer = NonNullable<App['_mailer']>;

export interface LiteOptions {
  databaseUrl: string;
  secrets: BackendSecrets;
  siteUrl: string;
  mailer: LiteMailer;
  /** Longest time of one API statement, milliseconds. */
  statementTimeoutMs: number;
  /** Lifetime of an access token, seconds. */
  jwtExpirySeconds: number;
}

/**
 * Opens lite on a database and provides its own tables (schema auth). Each deviation from stock lite has a test in
 * tests/cures.test.ts, which fails when a later lite repairs or breaks it.
 */
export async function openLiteApp(options: LiteOptions, sql: Sql): Promise<LiteApp> {
  const openPool = () =>
    createPostgresConnection({
      url: options.databaseUrl,
      postgresOptions: {
        max: 10,
        idle_timeout: 60,
        connect_timeout: 10,
        onnotice: () => undefined,
        types: valueTypes,
        connection: {
          application_name: 'twostroke-api',
          statement_timeout: options.statementTimeoutMs,
          lock_timeout: options.statementTimeoutMs / 2,
          idle_in_transaction_session_timeout: 15_000,
          plan_cache_mode: 'force_generic_plan',
        },
      },
    });
  const connection = openPool();
  connection.normalizeDbError = answerLikePostgrest;
  renewPool(connection.driver, () => openPool().driver, options.statementTimeoutMs * 2);
  gatherSettings(connection.driver);
  const auth = {
    enabled: true,
    jwt_secret: options.secrets.jwtSecret,
    jwt_expiry: options.jwtExpirySeconds,
    publishable_key: options.secrets.anonKey,
    secret_key: options.secrets.serviceKey,
    site_url: options.siteUrl,
    additional_redirect_urls: [],
    minimum_password_length: 8,
    enable_signup: true,
    email: {
      enable_signup: true,
      enable_confirmations: false,
      double_confirm_changes: false,
      otp_length: 6,
      otp_expiry: 3600,
    },
  };
  const app = new App({
    connection,
    api: { schemas: ['public'], max_rows: 1000 },
    auth,
    studio: { enabled: false },
    storage: { enabled: false },
    options: { server: { disableStudio: true }, drivers: { email: { send: rejectMail } } },
  });
  app._mailer = options.mailer;
  try {
    await app.ensureSystemSchema();
    await assertAccountsTable(sql);
  } catch (error) {
    await connection.close();
    throw error;
  }
  // Without this setting, the first request after each start grants ALL on all tables to anon and authenticated.
  Object.assign(connection, { rlsState: 'active' });
  return {
    fetch: async (request) => app.fetch(request),
    readSchema: async () => {
      await connection.clearSchemaCache();
      // Read once, before any request: otherwise each of the first concurrent requests would read the schema.
      await connection.introspect({ useCache: true });
    },
    setSiteUrl: (siteUrl) => {
      if (app.config.auth) app.config.auth.site_url = siteUrl;
    },
    close: () => connection.driver.end({ timeout: 2 }),
  };
}

/** lite swallows every error of its own schema, so this checks the result. */
async function assertAccountsTable(sql: Sql): Promise<void> {
  const [row] = await sql<{ found: boolean }[]>`select to_regclass('auth.users') is not null as found`;
  if (!row?.found)
    throw new Error('The table auth.users could not be created. The database user needs the right to create schemas.');
}

function rejectMail(message: EmailMessage): Promise<void> {
  return Promise.reject(new Error(`Mail to ${message.to} did not come through the mailer.`));
}
