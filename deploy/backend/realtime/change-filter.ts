type Operator = 'eq' | 'neq' | 'lt' | 'lte' | 'gt' | 'gte' | 'in';

export interface Condition {
  column: string;
  operator: Operator;
  values: string[];
}

/**
 * Reads the filter of a subscription: 'status=eq.confirmed', 'total=gte.500', 'area=in.(aundh,baner)', or several
 * of them joined by commas (all must hold).
 *
 * @returns undefined when it can't be parsed.
 */
export function parseFilter(text: string): Condition[] | undefined {
  const conditions = splitOutside(text).map(parseCondition);
  return conditions.every((condition) => condition !== undefined) ? conditions : undefined;
}

/** True when the row fulfils every condition. Null fulfils none, as in SQL. */
export function matches(conditions: Condition[], record: Record<string, unknown>): boolean {
  return conditions.every(({ column, operator, values }) => {
    const value = record[column];
    if (value === null || value === undefined) return false;
    if (operator === 'in') return values.some((wanted) => compare(value, wanted) === 0);
    const order = compare(value, values[0] ?? '');
    switch (operator) {
      case 'eq':
        return order === 0;
      case 'neq':
        return order !== 0;
      case 'lt':
        return order < 0;
      case 'lte':
        return order <= 0;
      case 'gt':
        return order > 0;
      case 'gte':
        return order >= 0;
    }
  });
}

function parseCondition(text: string): Condition | undefined {
  const [, column, operator, rest] = /^([A-Za-z_][A-Za-z0-9_]*)=(eq|neq|lt|lte|gt|gte|in)\.([\s\S]*)$/.exec(text) ?? [];
  if (column === undefined || operator === undefined || rest === undefined) return undefined;
  if (operator !== 'in') return { column, operator: operator as Operator, values: [unquote(rest)] };
  const list = /^\((.*)\)$/s.exec(rest)?.[1];
  return list === undefined ? undefined : { column, operator, values: splitOutside(list).map(unquote) };
}

/** Splits at commas that are neither in brackets nor in quotes. */
function splitOutside(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charAt(index);
    if (letter === '\\' && isQuoted) {
      parts[parts.length - 1] += letter + text.charAt(++index);
      continue;
    }
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && letter === '(') depth += 1;
    else if (!isQuoted && letter === ')') depth -= 1;
    if (letter === ',' && depth === 0 && !isQuoted) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

function unquote(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text;
}

/** Negative, zero or positive; NaN (which no operator but neq accepts) when the two cannot be compared. */
function compare(value: unknown, wanted: string): number {
  if (typeof value === 'number') return value - Number(wanted);
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // Times are written in several ways: compare the instants.
  if (/^\d{4}-\d\d-\d\dT/.test(text) && /^\d{4}-\d\d-\d\d/.test(wanted)) return Date.parse(text) - Date.parse(wanted);
  return text === wanted ? 0 : text < wanted ? -1 : 1;
}
