const settings = /^(?:set local (\w+) = (\S+);\s*)+/;
const owners = /^ALTER [^;]* OWNER TO "postgres";\n*/gm;
const roles =
  /^(?:(?:CREATE|ALTER|DROP) ROLE|COMMENT ON ROLE|(?:GRANT|REVOKE) "[^"]+"(?:, "[^"]+")* (?:TO|FROM)) [^;]*;\n*/gm;
const addedValues = /^ALTER TYPE \S+ ADD VALUE [^;]*;\n*/gm;
const createdEnums = /^CREATE TYPE \S+ AS ENUM [^;]*;\n*/gm;
const setDefault = /^(ALTER TABLE \S+ ALTER COLUMN \S+) SET DEFAULT [^;]*;\n*/gm;
const changedType = /^(ALTER TABLE \S+ ALTER COLUMN \S+) TYPE [^;]*;/gm;

/**
 * Rewrites the plan of pg-delta so that any runner and owner can apply it: without names of owners and without settings
 * that need a transaction block. Roles belong to the server: two databases of it differ in one only when it was created
 * or dropped while they were read. New values of enums come first, in a part of their own: they can be used only after
 * the transaction that adds them, and pg-delta puts them after a default that names them.
 *
 * @throws when a statement can't run in a transaction: migrations run in one.
 */
export function tidyPlan(planned: string[]): string[] {
  const alone = planned.find((part) => part.startsWith('-- pg-delta: transaction=false'));
  if (alone !== undefined) throw new Error(`Write this by hand, it can't run in a transaction:\n${alone}`);
  const text = planned
    .map((part) => part.replace(settings, '').replace(owners, '').replace(roles, '').trim())
    .join('\n\n');
  const values = takeOut(text, addedValues);
  const enums = takeOut(values.rest, createdEnums);
  const rest = [enums.taken, setDefaultsLast(enums.rest)].filter((part) => part !== '').join('\n\n');
  const checksBodies = !planned.some((part) => part.includes('check_function_bodies'));
  const parts = [
    values.taken,
    rest === '' || checksBodies ? rest : `set check_function_bodies = off;\n\n${rest}\n\nreset check_function_bodies;`,
  ];
  return parts.filter((part) => part !== '');
}

/** Moves the default of a column that changes its type behind that change: pg-delta sets it before, and again. */
function setDefaultsLast(text: string): string {
  const retyped = new Set([...text.matchAll(changedType)].map(([, column = '']) => column));
  const defaults = new Map<string, string>();
  return text
    .replace(setDefault, (statement, column: string) => {
      if (!retyped.has(column)) return statement;
      defaults.set(column, statement.trim());
      return '';
    })
    .replace(changedType, (statement, column: string) =>
      [statement, defaults.get(column)].filter((part) => part !== undefined).join('\n\n'),
    );
}

/** The statements that match, one a line, and the text without them. */
function takeOut(text: string, pattern: RegExp): { taken: string; rest: string } {
  const taken = (text.match(pattern) ?? []).map((statement) => statement.trim()).join('\n');
  return { taken, rest: text.replace(pattern, '').trim() };
}
