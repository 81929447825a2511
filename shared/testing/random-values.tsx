/** Numbers from 0 to 1 that are the same on every run (mulberry32), so that a failure is reproducible. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const oddities = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  '',
  '/',
  '//evil.example/x.js',
  '/\t/evil.example',
  'admin',
  '💥',
];

/**
 * A random JSON value. Objects prefer the given keys, and leaves the given values, so that many values are nearly
 * valid.
 */
export function randomJson(random: () => number, keys: string[], leaves: unknown[], depth = 4): unknown {
  const pick = <T,>(list: T[]): T | undefined => list[Math.floor(random() * list.length)];
  const inner = (): unknown => randomJson(random, keys, leaves, depth - 1);
  const kind = random();
  if (depth === 0 || kind < 0.4) return pick([...oddities, ...leaves]);
  if (kind < 0.6) return Array.from({ length: Math.floor(random() * 4) }, inner);
  const names = ['toString', '__proto__', 'length', ...keys, ...keys, ...keys];
  const count = Math.floor(random() * (keys.length + 2));
  return Object.fromEntries(Array.from({ length: count }, () => [pick(names) ?? '', inner()]));
}

/** A copy of a JSON value in which one random part is replaced by something random. */
export function randomlyDamaged(value: unknown, random: () => number, keys: string[], leaves: unknown[]): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.15) return randomJson(random, keys, leaves, 2);
  const names = Object.keys(value);
  const name = names[Math.floor(random() * names.length)];
  if (name === undefined) return randomJson(random, keys, leaves, 2);
  const part = (value as Record<string, unknown>)[name];
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === name ? damage(part) : item));
  return { ...value, [name]: damage(part) };

  function damage(inside: unknown): unknown {
    return randomlyDamaged(inside, random, keys, leaves);
  }
}
