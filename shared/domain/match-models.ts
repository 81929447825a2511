/** What a model is found by. */
export interface NamedModel {
  name: string;
  brand_slug: string;
  engine_cc: number;
  /** Other spellings riders type, separated by commas. */
  search_names: string;
}

/** Typed names and ours, made comparable: "R 15", "r-15" and "R15" are equal. */
function normaliseName(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The engine size as riders say it: 109.5 is "110". */
function saidSize(engineCc: number): string {
  return String(Math.round(engineCc / 5) * 5);
}

/**
 * Models whose brand, name, other spelling or engine size contains the typed text, as a whole if any does, else word by
 * word: "r 15" is the R15 and not every bike with an R and a 15 in it, "royal 350" is every 350 of Royal Enfield.
 * @param typed anything; only spaces match all
 * @param brandNames name of each brand by slug
 */
export function matchModels<Model extends NamedModel>(
  models: readonly Model[],
  typed: string,
  brandNames: Readonly<Record<string, string>>,
): Model[] {
  const words = typed.split(/\s+/).map(normaliseName).filter(Boolean);
  if (words.length === 0) return [...models];
  const spelled = models.map((model) => ({
    model,
    size: saidSize(model.engine_cc),
    spellings: [model.name, ...model.search_names.split(',')].map((spelling) =>
      normaliseName(`${brandNames[model.brand_slug]} ${spelling}`),
    ),
  }));
  const having = (parts: readonly string[]) =>
    spelled
      .filter(({ size, spellings }) =>
        spellings.some((spelling) =>
          parts.every((part) => spelling.includes(part) || part === size || part === `${size}cc`),
        ),
      )
      .map(({ model }) => model);
  const asOne = having([words.join('')]);
  return asOne.length > 0 ? asOne : having(words);
}
