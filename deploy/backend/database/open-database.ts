import postgres from 'postgres';
import type { Sql } from 'postgres';
import type { Logger } from '../logger.ts';

export type { Sql } from 'postgres';

export interface OpenOptions {
  connections?: number;
  /** The environment variable that holds the address, for messages. */
  variable?: string;
  /** Receives a warning when others could read or intercept the connection. Without it none is written. */
  logger?: Logger;
  /** What the server calls the connections. */
  name?: string;
  /** How long a statement may take. */
  statementTimeoutMs?: number;
}

/**
 * Opens a small pool of connections for the backend's own work and for scripts.
 *
 * @throws an Error with a sentence that says which server could not be reached (never its password).
 */
export async function openDatabase(
  databaseUrl: string,
  {
    connections = 4,
    variable = 'DATABASE_URL',
    logger,
    name = 'twostroke-backend',
    statementTimeoutMs,
  }: OpenOptions = {},
): Promise<Sql> {
  const warning = warningOf(databaseUrl, variable);
  if (warning) logger?.warn(warning);
  const sql = postgres(databaseUrl, {
    max: connections,
    idle_timeout: 60,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: {
      application_name: name,
      TimeZone: 'UTC',
      ...(statementTimeoutMs && { statement_timeout: statementTimeoutMs }),
    },
  });
  try {
    await sql`select 1`;
    return sql;
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw new Error(
      `No Postgres server answers at ${addressOf(databaseUrl, variable)}: ${reasonOf(error)}. ${adviceFor(error, variable)}`,
      { cause: error },
    );
  }
}

/** Why others could read or answer a connection; undefined within this machine, and where the certificate is verified. */
function warningOf(databaseUrl: string, variable: string): string | undefined {
  if (!URL.canParse(databaseUrl)) return undefined;
  const { hostname, searchParams } = new URL(databaseUrl);
  if (/^(?:localhost|127\.[\d.]+|\[::1\]|)$/.test(hostname)) return undefined;
  const mode = searchParams.get('sslmode');
  if (mode?.startsWith('verify-') || searchParams.get('sslrootcert') === 'system') return undefined;
  const reason = mode ? `with sslmode=${mode} any certificate is accepted` : 'without sslmode it is not encrypted';
  return `The connection to ${hostname} is not safe: ${reason}. Add sslmode=verify-full to ${variable}.`;
}

function addressOf(databaseUrl: string, variable: string): string {
  try {
    const url = new URL(databaseUrl);
    return `${url.hostname}:${url.port || '5432'}${url.pathname}`;
  } catch {
    return `the address in ${variable}, which is not a URL like postgres://user:password@host:5432/name`;
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return message || code || 'no reason given';
}

function adviceFor(error: unknown, variable: string): string {
  const code = (error as { code?: string }).code ?? '';
  if (code.startsWith('28')) return `Check user and password in ${variable}.`;
  if (code === '3D000') return `Create that database first, or correct its name in ${variable}.`;
  return `Start that server, correct ${variable}, or unset it to use ${variable === 'DATABASE_URL' ? 'the embedded server' : 'a login that the site makes'}.`;
}
