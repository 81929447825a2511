import { App } from '@supabase/lite';
import type { IntrospectResult } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import type { LiteConfig } from './lite-app.ts';
import { valueTypes } from './value-types.ts';

/** What lite does as the owner of the database, before its API is open. */
export interface LiteSchema {
  /** Makes lite's own tables (schema auth), unless they exist. */
  makeTables(): Promise<void>;
  /** Tables and functions that the API serves. Read by the owner, who sees all of them. */
  read(): Promise<IntrospectResult>;
  close(): Promise<void>;
}

/** Reading takes a fraction of a second. A driver that loses the connection would wait forever. */
const waitMs = 60_000;

export function openLiteSchema(databaseUrl: string, config: LiteConfig): LiteSchema {
  const connection = createPostgresConnection({
    url: databaseUrl,
    postgresOptions: {
      max: 1,
      connect_timeout: 10,
      onnotice: () => undefined,
      types: valueTypes,
      connection: { application_name: 'twostroke-schema', statement_timeout: waitMs, TimeZone: 'UTC' },
    },
  });
  return {
    async makeTables() {
      await inTime('made its tables', new App({ connection, ...config }).ensureSystemSchema());
      // lite swallows every error of its own schema, so the result is checked.
      const [row] = await connection.driver<
        { found: boolean }[]
      >`select to_regclass('auth.users') is not null as found`;
      if (!row?.found)
        throw new Error(
          'The table auth.users could not be created. The database user needs the right to create schemas.',
        );
    },
    async read() {
      const schema = await inTime('read the schema', connection.introspect());
      // lite answers an empty schema when it could not read it.
      if (schema.tables.length === 0) throw new Error('The tables of the database could not be read. Start again.');
      // With these texts lite looks, for every call, through all views for types of its own that no table here has.
      return { ...schema, views: schema.views.map((view) => ({ ...view, sql: '' })) };
    },
    close: () => connection.driver.end({ timeout: 2 }),
  };
}

async function inTime<Result>(done: string, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `The API has not ${done} within ${waitMs / 1000} seconds. Start again.`;
    timer = setTimeout(() => reject(new Error(message)), waitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
