import type { Sql } from '../database/open-database.ts';
import { runInTransaction } from '../../supabase/run-in-transaction.ts';
import type { Caller } from '../gateway/access-token.ts';

/** A row of storage.objects, as storage-js knows it. */
export interface ObjectRow {
  id: string;
  name: string;
  created_at: string;
  updated_at: string;
  last_accessed_at: string;
  metadata: { mimetype: string; size: number; eTag: string };
}

/** What an answer with its file needs of an object. */
export type StoredObject = Pick<ObjectRow, 'id' | 'metadata'>;

export interface BucketRules {
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
}

/** The rows of objects, read and written with exactly the rights of one caller: policies of storage.objects decide. */
export interface ObjectRows {
  insert(row: { id: string; bucket: string; name: string; metadata: ObjectRow['metadata'] }): Promise<void>;
  /** The objects among these names that the caller may see. */
  find(bucket: string, names: string[]): Promise<ObjectRow[]>;
  /** The objects below a folder that the caller may see, by name. */
  below(bucket: string, folder: string): Promise<ObjectRow[]>;
  /** Deletes what the caller may delete, and returns those rows. */
  remove(bucket: string, names: string[]): Promise<ObjectRow[]>;
}

const columns = 'id, name, created_at, updated_at, last_accessed_at, metadata';

/**
 * @param sql connections of the API's login
 * @param headers of the call: policies read them as in a call of PostgREST
 */
export function openObjectRows(sql: Sql, caller: Caller, headers: Headers): ObjectRows {
  const role = ['authenticated', 'service_role'].find((name) => name === caller.claims['role']) ?? 'anon';
  const asCaller = <T>(run: (tx: Sql) => Promise<T>): Promise<T> =>
    runInTransaction(sql, async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}, true),
        set_config('request.headers', ${JSON.stringify(Object.fromEntries(headers))}, true)`;
      await tx.unsafe(`set local role ${role}`);
      return run(tx as unknown as Sql);
    });
  return {
    insert: ({ id, bucket, name, metadata }) =>
      asCaller(async (tx) => {
        const owner = typeof caller.claims['sub'] === 'string' ? caller.claims['sub'] : null;
        await tx`insert into storage.objects (id, bucket_id, name, owner_id, metadata)
          values (${id}, ${bucket}, ${name}, ${owner}, ${tx.json(metadata)})`;
      }),
    find: (bucket, names) =>
      asCaller(
        (tx) => tx<ObjectRow[]>`
          select ${tx.unsafe(columns)} from storage.objects where bucket_id = ${bucket} and name = any (${names})`,
      ),
    below: (bucket, folder) =>
      asCaller(
        (tx) => tx<ObjectRow[]>`
          select ${tx.unsafe(columns)} from storage.objects
          where bucket_id = ${bucket} and name collate "C" >= ${folder} and name collate "C" < ${folder + '\u{10FFFF}'}
          order by name collate "C"`,
      ),
    remove: (bucket, names) =>
      asCaller(
        (tx) => tx<ObjectRow[]>`
          delete from storage.objects where bucket_id = ${bucket} and name = any (${names})
          returning ${tx.unsafe(columns)}`,
      ),
  };
}

/** The rules of a bucket; undefined when there is none of that name. */
export async function readBucket(sql: Sql, id: string): Promise<BucketRules | undefined> {
  const [row] = await sql<{ rules: BucketRules | null }[]>`select backend.bucket_rules(${id}) as rules`;
  return row?.rules ?? undefined;
}

/** What a signed address opens: the object of that name, whoever asks. */
export async function readSigned(sql: Sql, bucket: string, name: string): Promise<StoredObject | undefined> {
  const [row] = await sql<StoredObject[]>`select id, metadata from backend.signed_object(${bucket}, ${name})`;
  return row;
}
