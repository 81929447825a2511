import { emptyCart, isCart } from '../domain/cart.ts';
import { isBrand, isModel, vehicleOf } from '../domain/vehicle.ts';
import { cartAtom, vehicleAtom } from './cart.ts';
import { readStored, removeStored, writeStored } from './stored.ts';
import { store } from './store.ts';

export const storageKeys = { cart: 'twostroke.cart', brand: 'twostroke.brand', model: 'twostroke.model' } as const;

function loadVehicle(): void {
  const brand = readStored(storageKeys.brand, isBrand);
  const model = readStored(storageKeys.model, isModel);
  if (brand && model) {
    const vehicle = vehicleOf(brand, model);
    if (store.get(vehicleAtom)?.modelId !== vehicle.modelId) store.set(vehicleAtom, vehicle);
    return;
  }
  // Only half a vehicle: the other entry was corrupt or removed.
  removeStored(storageKeys.brand);
  removeStored(storageKeys.model);
  if (store.get(vehicleAtom)) store.set(vehicleAtom, null);
}

function loadCart(): void {
  const cart = readStored(storageKeys.cart, isCart) ?? emptyCart;
  if (JSON.stringify(store.get(cartAtom)) !== JSON.stringify(cart)) store.set(cartAtom, cart);
}

function saveVehicle(): void {
  const vehicle = store.get(vehicleAtom);
  if (vehicle) {
    writeStored(storageKeys.brand, vehicle.brand);
    writeStored(storageKeys.model, vehicle.model);
  } else {
    removeStored(storageKeys.brand);
    removeStored(storageKeys.model);
  }
}

/**
 * Loads cart and bike from local storage, keeps storage up to date, and follows changes made in other tabs. Called by
 * the shell once the page is hydrated, so that prerendered HTML (without customer data) matches.
 * @returns a function that stops it
 */
export function startPersistence(): () => void {
  loadVehicle();
  loadCart();
  let vehicleTimer: ReturnType<typeof setTimeout> | undefined;
  const onStorage = (event: StorageEvent): void => {
    if (event.key === storageKeys.cart || event.key === null) loadCart();
    if (event.key === storageKeys.brand || event.key === storageKeys.model || event.key === null) {
      // Another tab writes brand and model one after the other: read the pair once both have arrived.
      clearTimeout(vehicleTimer);
      vehicleTimer = setTimeout(loadVehicle, 50);
    }
  };
  window.addEventListener('storage', onStorage);
  const stopVehicle = store.sub(vehicleAtom, saveVehicle);
  const stopCart = store.sub(cartAtom, () => writeStored(storageKeys.cart, store.get(cartAtom)));
  return () => {
    clearTimeout(vehicleTimer);
    window.removeEventListener('storage', onStorage);
    stopVehicle();
    stopCart();
  };
}
