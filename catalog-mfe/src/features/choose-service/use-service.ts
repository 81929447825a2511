import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { addToCart, cartAtom, cartDrawerAtom, removeFromCart, store } from '@twostroke/shared/state';
import { useAtomValue } from 'jotai';
import { chooseBike } from '../../model/choose-bike.ts';
import type { Offer } from '../../model/offer.ts';
import type { Addon } from './read-addons.ts';

export interface Service {
  vehicle: SelectedVehicle;
  offer: Offer;
  addons: readonly Addon[];
}

export interface ServiceInCart {
  /** The cart holds this package for this bike. */
  inCart: boolean;
  /** Add-ons of this bike in the cart. */
  addonsInCart: readonly Addon[];
  /** How many of an add-on are in the cart. */
  quantityOf: (addon: Addon) => number;
  /** Rupees of the package with these add-ons. */
  together: number;
  /** Puts the package into the cart and opens the drawer. */
  add: () => void;
  /** Adds the package to the cart unless it is there, without opening the drawer. */
  ensure: () => void;
  toggleAddon: (addon: Addon) => void;
}

function putInCart({ vehicle, offer, addons }: Service) {
  chooseBike(vehicle);
  const change = addToCart(
    {
      id: offer.package_slug,
      name: offer.short_name,
      price: offer.price,
      package_type: 'primary',
      duration_minutes: offer.minutes,
      ...(offer.two_day && { two_day: true }),
    },
    vehicle,
  );
  // Otherwise the customer would pay twice for what the new service already contains.
  for (const { addon_slug, included_in } of addons)
    if (included_in.includes(offer.package_slug)) removeFromCart(addon_slug);
  return change;
}

/** Adds the package to the cart unless it is there, without opening the drawer. */
export function ensureInCart(service: Service): void {
  const { vehicle, items } = store.get(cartAtom);
  const there =
    vehicle?.modelId === service.vehicle.modelId && items.some(({ id }) => id === service.offer.package_slug);
  if (there) chooseBike(service.vehicle);
  else putInCart(service);
}

/** What the cart contains of a package and its add-ons, and the actions to change it. Viewing it changes nothing. */
export function useService({ vehicle, offer, addons }: Service): ServiceInCart {
  const cart = useAtomValue(cartAtom);
  const ours = cart.vehicle?.modelId === vehicle.modelId ? cart.items : [];
  const has = (id: string) => ours.some((item) => item.id === id);

  const addonsInCart = addons.filter(({ addon_slug }) => has(addon_slug));
  const quantityOf = ({ addon_slug }: Addon) => ours.find(({ id }) => id === addon_slug)?.quantity ?? 0;
  return {
    inCart: has(offer.package_slug),
    addonsInCart,
    quantityOf,
    together: addonsInCart.reduce((sum, addon) => sum + addon.price * quantityOf(addon), offer.price),
    add: () => {
      if (putInCart({ vehicle, offer, addons }).outcome !== 'duplicate') store.set(cartDrawerAtom, true);
    },
    ensure: () => ensureInCart({ vehicle, offer, addons }),
    toggleAddon: ({ addon_slug, name, price, minutes }) => {
      if (has(addon_slug)) return void removeFromCart(addon_slug);
      chooseBike(vehicle);
      addToCart({ id: addon_slug, name, price, package_type: 'addon', duration_minutes: minutes }, vehicle);
    },
  };
}
