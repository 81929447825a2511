import { readStored, removeStored, store, writeStored } from '@twostroke/shared/state';
import { atom } from 'jotai';
import { isBookingDraft, newDraft, type BookingDraft } from './booking-draft.ts';

export const draftStorageKey = 'twostroke.booking-draft';

/** Read when first asked for, which is never on a server. */
const storedAtom = atom(() => readStored(draftStorageKey, isBookingDraft) ?? newDraft());
const changedAtom = atom<BookingDraft | null>(null);
changedAtom.onMount = (set) => {
  const onStorage = (event: StorageEvent): void => {
    // Another tab went on with the booking, or finished it (then nothing is stored any more).
    if (event.key === draftStorageKey || event.key === null)
      set(readStored(draftStorageKey, isBookingDraft) ?? newDraft());
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};

/** The booking being written in this browser; all its tabs share it. */
export const draftAtom = atom((get) => get(changedAtom) ?? get(storedAtom));

export function updateDraft(change: Partial<BookingDraft>): void {
  const next = { ...store.get(draftAtom), ...change };
  store.set(changedAtom, next);
  writeStored(draftStorageKey, next);
}

/** Starts an empty draft with a new request id: the booking exists, or nobody wants it any more. */
export function forgetDraft(): void {
  store.set(changedAtom, newDraft());
  removeStored(draftStorageKey);
}

/** Reads storage again, as a reload of the page does. */
export function reloadDraft(): void {
  store.set(changedAtom, readStored(draftStorageKey, isBookingDraft) ?? newDraft());
}
