import { App } from '@supabase/lite';
import type { EmailMessage, IntrospectResult } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import type { Caller } from '../gateway/access-token.ts';
import type { BackendSecrets } from '../secrets/backend-secrets.ts';
import { createCheckedCallers } from './checked-callers.ts';
import { answerLikePostgrest } from './database-errors.ts';
import { gatherSettings } from './gather-settings.ts';
import { renewPool } from './renew-pool.ts';
import { valueTypes } from './value-types.ts';

/** REST and Auth of @supabase/lite with this project's fixes. */
export interface LiteApp {
  /**
   * Answers a request for /rest/v1 or /auth/v1.
   * @param caller of a request for /rest/v1 whose token is checked: lite does not check it again
   */
  fetch(request: Request, caller?: Caller): Promise<Response>;
  /** Sets the site's address, for lite's links and redirects. */
  setSiteUrl(siteUrl: string): void;
  /** From now on an account is open only after its mail's link or code was used. */
  requireConfirmations(): void;
  close(): Promise<void>;
}

/** The interface through which lite sends mails: one method for each kind. */
export type LiteMailer = NonNullable<App['_mailer']>;

export interface LiteOptions {
  /** As the API's login: see ../database/api-login.ts. */
  databaseUrl: string;
  secrets: BackendSecrets;
  siteUrl: string;
  mailer: LiteMailer;
  /** Longest time of one API statement, milliseconds. */
  statementTimeoutMs: number;
  /** Lifetime of an access token, seconds. */
  jwtExpirySeconds: number;
}

/** lite's own configuration, the same for its API and for its schema. */
export type LiteConfig = ReturnType<typeof liteConfig>;

export function liteConfig(options: Pick<LiteOptions, 'secrets' | 'siteUrl' | 'jwtExpirySeconds'>) {
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
    // A token that was renewed twice is a copy of somebody else's: its session ends.
    enable_refresh_token_rotation: true,
    email: {
      enable_signup: true,
      enable_confirmations: false,
      double_confirm_changes: false,
      otp_length: 6,
      otp_expiry: 3600,
    },
  };
  return {
    api: { schemas: ['public'], max_rows: 1000 },
    auth,
    studio: { enabled: false },
    storage: { enabled: false },
    options: { server: { disableStudio: true }, drivers: { email: { send: rejectMail } } },
  };
}

/**
 * Opens lite's API on a database that is prepared. Its connections are those of a login without rights of its own but
 * on Auth's tables, so lite neither makes tables nor reads the schema here: see lite-schema.ts. Each deviation from
 * stock lite has a test in tests/cures.test.ts, which fails when a later lite repairs or breaks it.
 *
 * @param schema tables and functions that it serves
 */
export function openLiteApp(options: LiteOptions, schema: IntrospectResult): LiteApp {
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
  const { options: own, ...config } = liteConfig(options);
  const callers = createCheckedCallers();
  const server = { ...own.server, middlewares: [callers.middleware] };
  const app = new App({ connection, ...config, options: { ...own, server } });
  app._mailer = options.mailer;
  // Without rlsState, the first request after each start would grant ALL on all tables to anon and authenticated.
  Object.assign(connection, { introspection: schema, rlsState: 'active' });
  return {
    fetch: async (request, caller) => {
      if (caller) callers.add(request, caller);
      return app.fetch(request);
    },
    setSiteUrl: (siteUrl) => {
      if (app.config.auth) app.config.auth.site_url = siteUrl;
    },
    requireConfirmations: () => {
      if (app.config.auth?.email) app.config.auth.email.enable_confirmations = true;
    },
    close: () => connection.driver.end({ timeout: 2 }),
  };
}

function rejectMail(message: EmailMessage): Promise<void> {
  return Promise.reject(new Error(`Mail to ${message.to} did not come through the mailer.`));
}
