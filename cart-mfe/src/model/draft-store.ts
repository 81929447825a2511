import { personalKey } from '@twostroke/shared/contracts/personal-storage';
import { readStored, removeStored, sessionAtom, store, writeStored } from '@twostroke/shared/state';
import { atom } from 'jotai';
import { isBookingDraft, newDraft, type BookingDraft } from './booking-draft.ts';

export const draftStorageKey = personalKey('booking-draft');

/** Read on first access, so never on a server. */
const storedAtom = atom(() => readStored(draftStorageKey, isBookingDraft) ?? newDraft());
const changedAtom = atom<BookingDraft | null>(null);
changedAtom.onMount = (set) => {
  const onStorage = (event: StorageEvent): void => {
    // Another tab has changed the draft, or finished the booking (then nothing is stored).
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

/** Starts an empty draft with a new request id: the former one was booked or abandoned. */
export function forgetDraft(): void {
  store.set(changedAtom, newDraft());
  removeStored(draftStorageKey);
}

/** Reads storage again, as a reload of the page does. */
export function reloadDraft(): void {
  store.set(changedAtom, readStored(draftStorageKey, isBookingDraft) ?? newDraft());
}

/** When a person signs out, the shell removes the stored draft; this removes the copy in the memory of this tab. */
function forgetDraftOnSignOut(): void {
  let userBefore = signedInUser();
  store.sub(sessionAtom, () => {
    const user = signedInUser();
    if (userBefore !== null && user !== userBefore) store.set(changedAtom, newDraft());
    userBefore = user;
  });
}

function signedInUser(): string | null {
  const session = store.get(sessionAtom);
  return session.status === 'signed-in' ? session.user.id : null;
}

forgetDraftOnSignOut();
