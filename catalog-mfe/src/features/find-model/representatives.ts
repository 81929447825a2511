import type { ListedModel } from './read-bikes.ts';

/** The few models that represent a brand: first one of each body, then by order. */
export function representatives(models: readonly ListedModel[], count: number): ListedModel[] {
  const first = models.filter(({ body }, index) => models.findIndex((other) => other.body === body) === index);
  const chosen = new Set([...first, ...models].slice(0, Math.max(count, 0)));
  for (const model of models) if (chosen.size < count) chosen.add(model);
  return models.filter((model) => chosen.has(model));
}
