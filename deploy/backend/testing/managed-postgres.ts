import type { Sql } from 'postgres';
import { openDatabase } from '../database/open-database.ts';
import { startBarePostgres } from './bare-postgres.ts';

/** A Postgres server of its own whose databases have owners without superuser rights, as managed servers give them. */
export interface ManagedPostgres {
  /** Of the server. */
  databaseUrl: string;
  superuser: Sql;
  /** A new database and its owner of the same name. @returns its URL as that owner */
  newOwner(name: string, attributes: string): Promise<string>;
  /** A new login with a password and no rights. @returns the URL of a database as that login */
  newLogin(name: string, database: string): Promise<string>;
  urlOf(role: string, database: string): string;
  stop(): Promise<void>;
}

export async function startManagedPostgres(): Promise<ManagedPostgres> {
  const server = await startBarePostgres();
  const superuser = await openDatabase(server.databaseUrl, { connections: 1 });
  const urlOf = (role: string, database: string) => {
    const url = new URL(server.databaseUrl);
    [url.username, url.password, url.pathname] = [role, `of-${role}`, `/${database}`];
    return url.href;
  };
  return {
    databaseUrl: server.databaseUrl,
    superuser,
    urlOf,
    async newOwner(name, attributes) {
      await superuser.unsafe(`create role ${name} login password 'of-${name}' ${attributes}`);
      await superuser.unsafe(`create database ${name} owner ${name}`);
      return urlOf(name, name);
    },
    async newLogin(name, database) {
      await superuser.unsafe(`create role ${name} login noinherit password 'of-${name}'`);
      return urlOf(name, database);
    },
    async stop() {
      await superuser.end();
      await server.stop();
    },
  };
}
