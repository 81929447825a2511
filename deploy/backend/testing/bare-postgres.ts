import { getAuthSchemaSql } from '@supabase/lite';
import type { Sql } from 'postgres';
import { openDatabase } from '../database/open-database.ts';
import { runPreamble } from '../database/prepare-database.ts';
import { silentLogger } from '../logger.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';
import { disposableSettings } from '../../supabase/tests/test-cluster.ts';

/** The default privileges of new tables and functions. */
export type DefaultPrivileges =
  /** Those of plain Postgres with this backend's preamble. */
  | 'plain'
  /** Everything to the API roles, as in Supabase projects made before 2026. */
  | 'permissive'
  /** Nothing, not even functions to PUBLIC. */
  | 'empty';

export interface BarePostgres {
  databaseUrl: string;
  /**
   * A new database as the first migration finds it: schema auth, API roles, extensions, publication.
   * Its connections are closed by stop().
   */
  createDatabase(name: string, privileges?: DefaultPrivileges): Promise<{ databaseUrl: string; sql: Sql }>;
  stop(): Promise<void>;
}

/** Starts an empty Postgres server in a temporary folder, for tests of migrations and functions. */
export async function startBarePostgres(settings: Record<string, string> = {}): Promise<BarePostgres> {
  const folder = tempFolder();
  const password = 'only-for-tests';
  const server = await startPostgres({
    dataFolder: folder.path,
    password,
    logger: silentLogger,
    settings: { ...disposableSettings, ...settings },
  });
  const opened: Sql[] = [];
  return {
    databaseUrl: server.databaseUrl,
    async createDatabase(name, privileges = 'plain') {
      const owner = await openDatabase(server.databaseUrl, { connections: 1 });
      await owner.unsafe(`create database "${name}"`);
      await owner.end();
      const url = new URL(server.databaseUrl);
      url.pathname = `/${name}`;
      const sql = await openDatabase(url.href);
      opened.push(sql);
      await sql.unsafe(getAuthSchemaSql()).simple();
      await sql.unsafe(emptyHelpers).simple();
      await runPreamble(sql);
      await sql.unsafe(defaultPrivileges[privileges]).simple();
      return { databaseUrl: url.href, sql };
    },
    async stop() {
      await Promise.all(opened.map((sql) => sql.end({ timeout: 2 })));
      await server.stop();
      folder.remove();
    },
  };
}

/** lite makes these before the preamble replaces them. */
const emptyHelpers = `create schema if not exists auth;`;

const defaultPrivileges: Record<DefaultPrivileges, string> = {
  plain: 'select 1',
  permissive: ['tables', 'functions', 'sequences']
    .map(
      (kind) => `alter default privileges in schema public grant all on ${kind} to anon, authenticated, service_role;`,
    )
    .join('\n'),
  empty: 'alter default privileges revoke execute on functions from public;',
};
