import type { Addon } from './read-addons.ts';

/** Add-ons to offer beside a package, and those it already contains. */
export function splitAddons(addons: readonly Addon[], packageSlug: string): { offered: Addon[]; included: Addon[] } {
  return {
    offered: addons.filter(({ included_in }) => !included_in.includes(packageSlug)),
    included: addons.filter(({ included_in }) => included_in.includes(packageSlug)),
  };
}

/** "Chain clean & lube and foam wash are already in this service, so we don't offer them here." */
export function sentenceOfIncluded(included: readonly Pick<Addon, 'name'>[]): string {
  const names = included.map(({ name }, index) => (index === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1)));
  const last = names.at(-1) ?? '';
  if (names.length === 1) return `${last} is already in this service, so we don't offer it here.`;
  return `${names.slice(0, -1).join(', ')} and ${last} are already in this service, so we don't offer them here.`;
}

/** Add-ons shown before the customer asks for all. */
const shownAtFirst = 4;

/**
 * The few add-ons to show first: those in the cart, the parts that the package leaves out, and the warranty.
 * @param leftOut slugs of add-ons that the job card names as not included
 */
export function firstAddons(
  offered: readonly Addon[],
  chosen: readonly Addon[],
  leftOut: ReadonlySet<string>,
): Addon[] {
  const rank = (addon: Addon) =>
    chosen.includes(addon) ? 0 : addon.addon_slug === 'extended-warranty' ? 1 : leftOut.has(addon.addon_slug) ? 2 : 3;
  const count = Math.max(shownAtFirst, chosen.length);
  const first = new Set([...offered].sort((one, other) => rank(one) - rank(other)).slice(0, count));
  return offered.filter((addon) => first.has(addon));
}
