/** @jest-environment jsdom */
import { isPersonalKey } from '@twostroke/shared/contracts/personal-storage';
import { sessionAtom, store, type Session } from '@twostroke/shared/state';
import { finishedDraft } from '../testing/booking-fixtures.ts';
import { isBookingDraft, newDraft } from './booking-draft.ts';
import { draftAtom, draftStorageKey, forgetDraft, reloadDraft, updateDraft } from './draft-store.ts';

beforeEach(() => forgetDraft());

test('answers survive a reload, with the same request id', () => {
  updateDraft({ mode: 'pickup' });
  const { requestId } = store.get(draftAtom);
  reloadDraft();
  expect(store.get(draftAtom)).toMatchObject({ mode: 'pickup', requestId });
});

test('a finished booking removes the draft, and the next one gets another id', () => {
  updateDraft({ mode: 'pickup' });
  const { requestId } = store.get(draftAtom);
  forgetDraft();
  expect(window.localStorage.getItem(draftStorageKey)).toBeNull();
  expect(store.get(draftAtom).requestId).not.toBe(requestId);
  expect(store.get(draftAtom).mode).toBeNull();
});

test.each(['{', '"text"', '{"version":2}', JSON.stringify({ ...newDraft(), details: { name: 1 } })])(
  'corrupt storage is removed: %s',
  (text) => {
    window.localStorage.setItem(draftStorageKey, text);
    reloadDraft();
    expect(store.get(draftAtom).mode).toBeNull();
    expect(window.localStorage.getItem(draftStorageKey)).toBeNull();
  },
);

test('follows changes that another tab makes to the draft', () => {
  const stop = store.sub(draftAtom, () => undefined);
  const other = finishedDraft();
  window.localStorage.setItem(draftStorageKey, JSON.stringify(other));
  window.dispatchEvent(new StorageEvent('storage', { key: draftStorageKey }));
  expect(store.get(draftAtom)).toEqual(other);
  stop();
});

function signedIn(id: string): Session {
  return { status: 'signed-in', user: { id, email: null, phone: null, fullName: null }, isAdmin: false };
}

test('signing in keeps the draft; signing out or in as another person clears it in this tab too', () => {
  updateDraft({ mode: 'pickup' });
  store.set(sessionAtom, signedIn('asha'));
  store.set(sessionAtom, signedIn('asha'));
  expect(store.get(draftAtom).mode).toBe('pickup');
  store.set(sessionAtom, { status: 'signed-out' });
  expect(store.get(draftAtom).mode).toBeNull();

  store.set(sessionAtom, signedIn('asha'));
  updateDraft({ mode: 'doorstep' });
  store.set(sessionAtom, signedIn('imran'));
  expect(store.get(draftAtom).mode).toBeNull();
});

test('the draft is stored as personal data, which the shell removes when the user signs out', () => {
  expect(isPersonalKey(draftStorageKey)).toBe(true);
});

test('a draft stored before the model year existed is still valid', () => {
  const { details } = finishedDraft();
  delete details.modelYear;
  expect(isBookingDraft({ ...finishedDraft(), details })).toBe(true);
});

test('every field of a stored draft is validated', () => {
  expect(isBookingDraft(finishedDraft())).toBe(true);
  expect(isBookingDraft({ ...finishedDraft(), requestId: 'mine' })).toBe(false);
  expect(isBookingDraft({ ...finishedDraft(), details: { ...finishedDraft().details, modelYear: 2021 } })).toBe(false);
  expect(isBookingDraft({ ...finishedDraft(), details: { ...finishedDraft().details, approvalLimit: -1 } })).toBe(
    false,
  );
  expect(isBookingDraft({ ...finishedDraft(), mode: 'helicopter' })).toBe(false);
  expect(isBookingDraft({ ...finishedDraft(), slot: { date: 'soon', start: '9', end: '', job: '' } })).toBe(false);
});
