const settings = /^(?:set local (\w+) = (\S+);\s*)+/;
const owners = /^ALTER [^;]* OWNER TO "postgres";\n*/gm;
const addedValues = /^ALTER TYPE \S+ ADD VALUE [^;]*;\n*/gm;

/**
 * Rewrites the plan of pg-delta so that any runner and owner can apply it: without names of owners and without settings
 * that need a transaction block. New values of enums come first, in a part of their own: they can be used only after
 * the transaction that adds them, and pg-delta puts them after a default that names them.
 *
 * @throws when a statement can't run in a transaction: migrations run in one.
 */
export function tidyPlan(planned: string[]): string[] {
  const alone = planned.find((part) => part.startsWith('-- pg-delta: transaction=false'));
  if (alone !== undefined) throw new Error(`Write this by hand, it can't run in a transaction:\n${alone}`);
  const text = planned.map((part) => part.replace(settings, '').replace(owners, '').trim()).join('\n\n');
  const values = (text.match(addedValues) ?? []).map((value) => value.trim()).join('\n');
  const rest = text.replace(addedValues, '').trim();
  const checksBodies = !planned.some((part) => part.includes('check_function_bodies'));
  const parts = [
    values,
    rest === '' || checksBodies ? rest : `set check_function_bodies = off;\n\n${rest}\n\nreset check_function_bodies;`,
  ];
  return parts.filter((part) => part !== '');
}
