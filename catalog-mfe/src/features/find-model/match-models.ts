import type { ListedModel } from './read-bikes.ts';

/** Typed names and ours, made comparable: "R 15", "r-15" and "R15" are equal. */
function normaliseName(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Models whose brand, name or other spelling contains the typed text, as a whole if any does, else word by word: "r 15"
 * is the R15 and not every bike with an R and a 15 in it, "royal 350" is every 350 of Royal Enfield.
 * @param typed anything; only spaces match all
 * @param brandNames name of each brand by slug
 */
export function matchModels(
  models: readonly ListedModel[],
  typed: string,
  brandNames: Readonly<Record<string, string>>,
): ListedModel[] {
  const words = typed.split(/\s+/).map(normaliseName).filter(Boolean);
  if (words.length === 0) return [...models];
  const spelled = models.map((model) => ({
    model,
    spellings: [model.name, ...model.search_names.split(',')].map((spelling) =>
      normaliseName(`${brandNames[model.brand_slug]} ${spelling}`),
    ),
  }));
  const having = (parts: readonly string[]) =>
    spelled
      .filter(({ spellings }) => spellings.some((spelling) => parts.every((part) => spelling.includes(part))))
      .map(({ model }) => model);
  const asOne = having([words.join('')]);
  return asOne.length > 0 ? asOne : having(words);
}

/** The few models that represent a brand: first one of each body, then by order. */
export function representatives(models: readonly ListedModel[], count: number): ListedModel[] {
  const first = models.filter(({ body }, index) => models.findIndex((other) => other.body === body) === index);
  const chosen = new Set([...first, ...models].slice(0, Math.max(count, 0)));
  for (const model of models) if (chosen.size < count) chosen.add(model);
  return models.filter((model) => chosen.has(model));
}
