import type { Cart } from '@twostroke/shared/domain/cart';
import type { ModelAddon } from './load-model-addons.ts';

export interface CartOffer {
  /** Whether there is a main service they go with. */
  hasService: boolean;
  /** Fit the bike, are not in the cart and not part of its service. */
  suggestions: ModelAddon[];
  /** Names of work that the cart's service already contains. */
  alreadyIn: string[];
}

/**
 * Add-ons to offer for a cart, those without extra time first. Work that depends on the odometer is not offered: the
 * customer has not entered it yet.
 */
export function cartOffer(cart: Cart, addons: readonly ModelAddon[]): CartOffer {
  const primary = cart.items.find((item) => item.package_type === 'primary');
  const isIncluded = (addon: ModelAddon): boolean => Boolean(primary && addon.included_in.includes(primary.id));
  return {
    hasService: primary !== undefined,
    suggestions: [...addons]
      .sort((one, other) => one.minutes - other.minutes)
      .filter(
        (addon) =>
          !isIncluded(addon) &&
          addon.min_odometer_km === null &&
          !cart.items.some((item) => item.id === addon.addon_slug),
      ),
    alreadyIn: addons.filter(isIncluded).map(({ name }) => name),
  };
}

/** "Chain clean & lube and foam wash are already in this service, so we don't offer them here." */
export function sentenceOfIncludedAddons(names: readonly string[]): string | null {
  const [first, ...rest] = names;
  if (!first) return null;
  const last = rest.at(-1);
  const list = [first, ...rest.slice(0, -1).map(inSentence)].join(', ') + (last ? ` and ${inSentence(last)}` : '');
  return last
    ? `${list} are already in this service, so we don't offer them here.`
    : `${list} is already in this service, so we don't offer it here.`;
}

function inSentence(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
