/** State shared by all apps; one instance for all. */
export {
  addToCart,
  cartAtom,
  cartDrawerAtom,
  cartDrawerId,
  chooseVehicle,
  clearCart,
  deselectVehicle,
  removeFromCart,
  setQuantity,
  vehicleAtom,
} from './cart.ts';
export { haptic, hapticsEnabled, hapticsStorageKey, setHapticsEnabled, type Haptic } from './haptics.ts';
export { installedAtom, installPromptAtom, watchInstallPrompt, type InstallPrompt } from './install-prompt.ts';
export { notify, toasterMounted, toasterWantedAtom } from './notify.ts';
export { startPersistence, storageKeys } from './persistence.ts';
export { sessionAtom, whenSessionKnown, type Session, type SessionUser } from './session.ts';
export {
  Slot,
  SlotHostProvider,
  usePrefetchSlot,
  type SlotFailure,
  type SlotFallback,
  type SlotHost,
  type SlotProps,
} from './slot.ts';
export { store } from './store.ts';
export { readStored, removeStored, writeStored } from './stored.ts';
export { applyTheme, setTheme, storedTheme, themeStorageKey, type Theme } from './theme.ts';
