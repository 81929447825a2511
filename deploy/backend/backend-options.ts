import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Sql } from 'postgres';
import type { MailAdapter, SmsAdapter } from './adapters/message-adapters.ts';
import type { BackendLimits } from './backend-limits.ts';
import type { ApiCall } from './gateway/api-call.ts';
import type { HealthCheck } from './gateway/health.ts';
import type { Clock } from './gateway/rate-limiter.ts';
import type { Logger } from './logger.ts';
import type { BackendSecrets } from './secrets/backend-secrets.ts';

/** The dependencies of workers that run in the backend's process. */
export interface WorkerEnvironment {
  /** As the database's owner: for the start only. */
  sql: Sql;
  /** As the workers' login. */
  workerSql: Sql;
  /** As the API's login, for what a caller asks. */
  apiSql: Sql;
  secrets: BackendSecrets;
  logger: Logger;
  smsAdapter: SmsAdapter;
  mailAdapter: MailAdapter;
  /** Address of the site: links lead there. */
  siteUrl: () => string;
  /** True for a shop that is filled with demo data. */
  isDemo: boolean;
}

/** Workers that run in the backend's process. */
export interface BackendWorkers {
  /** Answers a call to /payments/v1. */
  answerPayments(call: ApiCall): Promise<Response>;
  reconcilePayments(): Promise<void>;
  /** What must work so that this process is ready: see gateway/health.ts. */
  checks?: Record<string, HealthCheck>;
  /** Called when the site's address is known: messages contain links to it. May be called again. */
  startMessages(): void;
  /** Finishes the work in progress and accepts no more. */
  close(): Promise<void>;
}

export type StartWorkers = (surroundings: WorkerEnvironment) => Promise<BackendWorkers>;

export interface BackendOptions {
  /** Folder of the secrets, the lock and (embedded) the database files. Made when missing. */
  dataFolder: string;
  /** An existing Postgres server, as the owner of the database; without it the embedded one is started. */
  databaseUrl?: string | undefined;
  /** The login of the API's connections, for an owner who may not create one. Default: one that the start makes. */
  apiDatabaseUrl?: string | undefined;
  /** The same for Auth's connections. */
  authDatabaseUrl?: string | undefined;
  /** The same for Realtime's feed. */
  realtimeDatabaseUrl?: string | undefined;
  /** The same for the workers' connections. */
  workerDatabaseUrl?: string | undefined;
  /** What to put into the database: the catalog, the catalog with demo reviews and a demo admin, or nothing. */
  seed: 'demo' | 'catalog' | 'none';
  /** Address of the site, such as http://127.0.0.1:8080: links in mails lead there. */
  siteUrl?: string | undefined;
  /** Default: prints on the console. */
  smsAdapter?: SmsAdapter | undefined;
  /** Default: the server in TWOSTROKE_SMTP_URL, else prints on the console. */
  mailAdapter?: MailAdapter | undefined;
  /** Workers for messages and payments in this process. Default: none, and /payments/v1 answers 404. */
  workers?: StartWorkers | undefined;
  logger?: Logger | undefined;
  /** Default: deploy/supabase/migrations. */
  migrationsFolder?: string | undefined;
  /** Default: every limit of backend-limits.ts. */
  limits?: Partial<BackendLimits> | undefined;
  clock?: Clock | undefined;
  /** Lifetime of an access token, seconds. Default: 3600. */
  jwtExpirySeconds?: number | undefined;
  /** Share of page loads that the site asks for reports: a report that claims a smaller one is not believed. */
  reportShare?: number | undefined;
  /** True while developing: pages of other servers on this machine may then use the backend. */
  isDevelopment?: boolean | undefined;
  /** True behind an own proxy: limits count by the last X-Forwarded-For entry. */
  trustProxy?: boolean | undefined;
}

export interface Backend {
  /** Takes a request for /rest/v1, /auth/v1, /payments/v1 or /storage/v1 and returns true at once; false when the path is not its own. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Takes an upgrade for /realtime/v1/websocket; false when the path is not its own (the socket is untouched). */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** Public key for browsers. */
  anonKey: string;
  /** Key that passes row-level security: for server scripts only, never for a page. */
  serviceKey: string;
  /** Where its keys are kept. */
  secretsFile: string;
  /** Identifies the site's own server while this process runs: see gateway/site-key.ts. */
  siteKey: string;
  /** URL of the database, password included: for server scripts only. */
  databaseUrl: string;
  /** A small pool as the database's owner, for scripts. */
  sql: Sql;
  /** What must work so that this process is ready: see gateway/health.ts. */
  checks: Record<string, HealthCheck>;
  /** Runs the payments' reconciler now; it also runs every few seconds. */
  reconcilePayments(): Promise<void>;
  /** The demo admin, when this start made it; its password is kept nowhere else. */
  demoAdmin: { email: string; password: string } | undefined;
  /** True when the database was empty before this start. */
  isNew: boolean;
  /** Sets the site's address once its port is known. */
  setSiteUrl(siteUrl: string): void;
  /** Serves the backend alone on 127.0.0.1 (0 = any free port), for tests and tools. */
  listen(port: number): Promise<{ server: Server; url: string }>;
  /** Ends open sockets and connections and stops the embedded server. May be called twice. */
  close(): Promise<void>;
}
