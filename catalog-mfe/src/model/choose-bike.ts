import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { cartAtom, chooseVehicle, notify, store, vehicleAtom } from '@twostroke/shared/state';

/**
 * Makes this the customer's bike. When that empties a cart of another bike, it says so and offers to undo it. Call it
 * for a customer's action, never because a page was opened.
 */
export function chooseBike(vehicle: SelectedVehicle): void {
  const cart = store.get(cartAtom);
  const former = store.get(vehicleAtom);
  chooseVehicle(vehicle);
  if (cart.items.length === 0 || store.get(cartAtom).items.length > 0) return;
  void notify('Cart emptied', {
    description: `It was for the ${cart.vehicle?.model.name ?? 'other bike'}. Prices differ from bike to bike.`,
    action: {
      label: 'Undo',
      onClick: () => {
        store.set(vehicleAtom, former);
        store.set(cartAtom, cart);
      },
    },
  });
}
