import type { Sql } from 'postgres';

interface Table {
  name: string;
  columns: string[];
  key: string[];
}

type Row = Record<string, string | null>;

/**
 * The statements that make the reference rows of one database like those of another: an INSERT, UPDATE or DELETE for
 * each row that differs, found by its primary key. Rows that only a shop has are not touched.
 */
export async function changedRows(from: Sql, to: Sql): Promise<string[]> {
  const statements: string[] = [];
  for (const table of await tablesOf(to)) {
    const keyOf = (row: Row): string => JSON.stringify(table.key.map((column) => row[column]));
    const old = new Map((await rowsOf(from, table)).map((row) => [keyOf(row), row]));
    const wanted = new Map((await rowsOf(to, table)).map((row) => [keyOf(row), row]));
    for (const [key, row] of old)
      if (!wanted.has(key)) statements.push(`delete from ${table.name} where ${keyIs(table, row)};`);
    for (const [key, row] of wanted) {
      const before = old.get(key);
      const changed = table.columns.filter((column) => before?.[column] !== row[column]);
      if (!before) statements.push(insert(table, row));
      else if (changed.length > 0)
        statements.push(`update ${table.name} set ${assignments(changed, row)} where ${keyIs(table, row)};`);
    }
  }
  return statements;
}

/**
 * Tables whose rows can be compared: those with a primary key, except the table of keys, which each database generates
 * itself, and the audit log, which tells how the rows came about.
 */
async function tablesOf(sql: Sql): Promise<Table[]> {
  return sql<Table[]>`
    select n.nspname || '.' || quote_ident(c.relname) as name,
      array(
        select quote_ident(a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
      ) as columns,
      array(
        select quote_ident(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey)
        order by a.attnum
      ) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    where n.nspname in ('public', 'private', 'guard')
      and (n.nspname, c.relname) not in (('private', 'keys'), ('public', 'audit_log')) order by 1`;
}

/** All rows, each value as Postgres writes it. */
async function rowsOf(sql: Sql, table: Table): Promise<Row[]> {
  const values = table.columns.map((column) => `t.${column}::text as ${column}`);
  return sql.unsafe<Row[]>(`select ${values.join(', ')} from ${table.name} t order by ${table.key.join(', ')}`);
}

function insert({ name, columns, key }: Table, row: Row): string {
  const rest = columns.filter((column) => !key.includes(column));
  const update = rest.map((column) => `${column} = excluded.${column}`).join(', ');
  return (
    `insert into ${name} (${columns.join(', ')}) values (${columns.map((column) => literal(row[column])).join(', ')})\n` +
    `  on conflict (${key.join(', ')}) do ${update === '' ? 'nothing' : `update set ${update}`};`
  );
}

const assignments = (columns: string[], row: Row): string =>
  columns.map((column) => `${column} = ${literal(row[column])}`).join(', ');
const keyIs = ({ key }: Table, row: Row): string =>
  key.map((column) => `${column} = ${literal(row[column])}`).join(' and ');

function literal(value: string | null | undefined): string {
  return value === null || value === undefined ? 'null' : `'${value.replaceAll("'", "''")}'`;
}
