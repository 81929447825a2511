import type { Sql } from 'postgres';
import { verdictActors, verdicts, type VerdictActor } from '../../../supabase/tests/verdicts.ts';
import type { AttackClass } from '../attack-class.ts';
import { requestCase, type AttackRequest } from '../send-attack.ts';
import type { Attacker } from '../open-attacked-site.ts';

/** Who is tried at each table; the thorough run has every duty (the fast one: access-matrix.test.ts). Of rows of an owner the customer is another. */
const attackers: [Attacker, VerdictActor, boolean][] = [
  ['visitor', 'anon', false],
  ['stranger', 'other', false],
  ['mechanic', 'mechanic', true],
  ['accountant', 'accountant', true],
  ['foreman', 'foreman', true],
  ['desk', 'desk', true],
];

/**
 * The matrix of rights through the site's own server: reads and writes that it forbids, in the forms that the tests of
 * the backend (table-attacks.test.ts) do not use: upserts, answers with the rows, bulk, PUT, counts.
 */
export const readsAndWrites: AttackClass = {
  name: 'reads and writes',
  async cases({ shop }) {
    const rows = await firstColumns(shop.site.backend.sql);
    return [...verdicts].flatMap(([table, expected]) => {
      const row = { [rows.get(table) ?? 'id']: null };
      // Where some actor may write, a change of no row may also be answered 200.
      const writes = expected.every((may) => may.slice(1) === '---') ? 'refused' : 'harmless';
      const [schema, name] = table.includes('.') ? table.split('.') : ['public', table];
      const headers = { 'accept-profile': schema!, 'content-profile': schema! };
      const path = `/rest/v1/${name}`;
      return attackers.flatMap(([as, column, isMore]) => {
        const may = expected[verdictActors.indexOf(column)] ?? '----';
        // What a duty may write is no attack.
        if (may.slice(1) !== '---') return [];
        // Filters that match every row: some servers reject a change without any.
        const everywhere = '?or=(xmin.not.is.null,created_at.not.is.null,id.not.is.null)';
        const tries: [string, AttackRequest, boolean][] = [
          ['reads', { path: `${path}?select=*` }, false],
          ['counts', { method: 'HEAD', path, headers: { prefer: 'count=exact', range: '0-0' } }, true],
          ['upserts', { method: 'POST', path, body: [row], headers: { prefer: upsert } }, false],
          ['inserts two', { method: 'POST', path, body: [row, row], headers: { prefer: shown } }, true],
          ['empties', { method: 'DELETE', path: `${path}${everywhere}`, headers: { prefer: shown } }, true],
          ['empties', { method: 'DELETE', path, headers: { prefer: shown } }, false],
          ['changes', { method: 'PATCH', path, body: row, headers: { prefer: shown } }, false],
          ['puts', { method: 'PUT', path: `${path}?id=eq.1`, body: row, headers: { prefer: upsert } }, true],
        ];
        return tries.flatMap(([what, request, isThorough]) => {
          const isRead = what === 'reads' || what === 'counts';
          if (isRead && may.includes('s') && as !== 'stranger') return [];
          const asked = { ...request, as, headers: { ...headers, ...request.headers } };
          // Without a row to read a select may answer an empty list.
          return [
            requestCase(`${what} ${table}`, asked, isRead ? 'harmless' : writes, { isThorough: isThorough || isMore }),
          ];
        });
      });
    });
  },
};

const shown = 'return=representation';
const upsert = 'resolution=merge-duplicates,return=representation';

/** A column of each table that a row may name. */
async function firstColumns(sql: Sql): Promise<Map<string, string>> {
  const found = await sql<{ name: string; column: string }[]>`
    select distinct on (c.oid) case when n.nspname = 'public' then '' else n.nspname || '.' end || c.relname as name,
      a.attname as column
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and a.attidentity = '' and a.attgenerated = ''
    where n.nspname in ('public', 'private') and c.relkind = 'r' order by c.oid, a.attnum`;
  return new Map(found.map(({ name, column }) => [name, column]));
}
