import { readCommandLine } from '@twostroke/shared/tooling/read-command-line.mjs';
import type { KeyObject } from 'node:crypto';
import { readSigningKey, readTrustedKeys, type TrustedKeys } from '../../site/record/release-signature.ts';
import { readReportShare } from '../../site/telemetry/report-share.ts';

export interface StartOptions {
  port: number;
  /** Folder of the database, the keys and the assembled site. */
  dataFolder: string;
  reset: boolean;
  demo: boolean;
  build: boolean;
  /** Whether pages are rendered at the start rather than on their first request. */
  renderAhead: boolean;
  /** Address at which visitors reach the site behind a proxy: `https://twostroke.example`. */
  publicOrigin?: string | undefined;
  /** Network address to listen on. Default: 127.0.0.1, which only this machine reaches. */
  host?: string | undefined;
  /** Share of page loads that report their visit, 0 to 1. Default: all. */
  reportShare?: number | undefined;
  /** The public keys of the teams: with them, the site serves signed releases only. */
  trustedKeys?: TrustedKeys | null;
  /** Signs the builds of this checkout. */
  signingKey?: KeyObject | null;
  backend:
    | { kind: 'embedded' }
    /** `apiDatabaseUrl` and so on: the same database as the logins of the API, of Auth, Realtime and the workers. */
    | {
        kind: 'postgres';
        databaseUrl: string;
        apiDatabaseUrl?: string;
        authDatabaseUrl?: string;
        realtimeDatabaseUrl?: string;
        workerDatabaseUrl?: string;
      }
    /** `siteKey`: identifies the reads of this server to the project's database, which does not count them. */
    | { kind: 'supabase'; url: string; key: string; siteKey?: string | undefined };
}

/**
 * Reads the command line and the environment of `npm start`.
 * @throws Error with one sentence that names what is wrong and what to do
 */
export function readStartOptions(args: string[], env: NodeJS.ProcessEnv, repository: string): StartOptions {
  const { values } = readCommandLine(args, {
    command: 'npm start',
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      reset: { type: 'boolean', default: false },
      demo: { type: 'boolean', default: true },
      build: { type: 'boolean', default: true },
    },
  });
  const port = Number(values.port ?? env.PORT ?? 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error('The port must be a number from 0 to 65535, e.g. npm start -- --port 8081');
  return {
    port,
    dataFolder: values.data ?? env.TWOSTROKE_DATA ?? `${repository}/.data`,
    reset: values.reset,
    demo: values.demo,
    build: values.build,
    renderAhead: true,
    publicOrigin: readPublicOrigin(env.SITE_URL),
    host: env.TWOSTROKE_HOST || undefined,
    reportShare: readReportShare(env),
    trustedKeys: env.TWOSTROKE_RELEASE_KEYS ? readTrustedKeys(env.TWOSTROKE_RELEASE_KEYS) : null,
    signingKey: env.TWOSTROKE_SIGNING_KEY ? readSigningKey(env.TWOSTROKE_SIGNING_KEY) : null,
    backend: readBackend(env),
  };
}

function readPublicOrigin(address: string | undefined): string | undefined {
  if (!address) return undefined;
  const origin = address.replace(/\/$/, '');
  if (!/^https?:\/\/[^/\s?#]+$/.test(origin))
    throw new Error(`SITE_URL must look like https://twostroke.example, not ${address}`);
  return origin;
}

function readBackend(env: NodeJS.ProcessEnv): StartOptions['backend'] {
  const { SUPABASE_URL: url, SUPABASE_ANON_KEY: key, DATABASE_URL: databaseUrl } = env;
  const siteKey = env.TWOSTROKE_SITE_KEY || undefined;
  if (siteKey !== undefined && siteKey.length < 32)
    throw new Error('TWOSTROKE_SITE_KEY is too short to be a secret: use 32 characters or more.');
  if (url && key) return { kind: 'supabase', url: url.replace(/\/$/, ''), key, siteKey };
  if (url || key) {
    const missing = url ? 'SUPABASE_ANON_KEY (the key)' : 'SUPABASE_URL (the URL)';
    throw new Error(
      `A backend connection needs a URL and a key. ${missing} is missing: set both, or neither to use the embedded backend.`,
    );
  }
  const {
    TWOSTROKE_API_DATABASE_URL: apiDatabaseUrl,
    TWOSTROKE_AUTH_DATABASE_URL: authDatabaseUrl,
    TWOSTROKE_REALTIME_DATABASE_URL: realtimeDatabaseUrl,
    TWOSTROKE_WORKER_DATABASE_URL: workerDatabaseUrl,
  } = env;
  if (!databaseUrl) return { kind: 'embedded' };
  return {
    kind: 'postgres',
    databaseUrl,
    ...(apiDatabaseUrl ? { apiDatabaseUrl } : {}),
    ...(authDatabaseUrl ? { authDatabaseUrl } : {}),
    ...(realtimeDatabaseUrl ? { realtimeDatabaseUrl } : {}),
    ...(workerDatabaseUrl ? { workerDatabaseUrl } : {}),
  };
}
