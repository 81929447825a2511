/**
 * Replaces runtime-core's utils/semver/index.js. Builds of this repository ask for `^1.2.3` (federation-shares.mjs), and
 * the runtime for `<=1.2.3`; versions have three numbers.
 * @throws for any other version or range
 */
export function satisfy(version, range) {
  const [, operator, ...bound] = read(/^(\^|<=)(\d+)\.(\d+)\.(\d+)$/, range);
  const [, ...given] = read(/^(\d+)\.(\d+)\.(\d+)$/, version);
  const differs = bound.findIndex((number, place) => +number !== +given[place]);
  if (operator === '<=') return differs < 0 || +given[differs] < +bound[differs];
  // Up to the first number that is not zero, all must be equal.
  const fixed = bound.findIndex((number) => +number);
  return differs < 0 || (differs > (fixed < 0 ? 2 : fixed) && +given[differs] > +bound[differs]);
}

function read(form, text) {
  const parts = form.exec(text);
  if (!parts) throw new Error(`Not a version or range that builds of this site have: ${text}`);
  return parts;
}
