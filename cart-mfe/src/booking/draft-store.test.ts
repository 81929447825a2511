import { store } from '@twostroke/shared/state';
import { finishedDraft } from '../testing/booking-fixtures.ts';
import { isBookingDraft, newDraft } from './booking-draft.ts';
import { draftAtom, draftStorageKey, forgetDraft, reloadDraft, updateDraft } from './draft-store.ts';

beforeEach(() => forgetDraft());

test('what is answered survives a reload, with the same request id', () => {
  updateDraft({ mode: 'pickup' });
  const { requestId } = store.get(draftAtom);
  reloadDraft();
  expect(store.get(draftAtom)).toMatchObject({ mode: 'pickup', requestId });
});

test('a finished booking leaves nothing behind and the next gets another id', () => {
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

test('another tab that goes on with the booking is followed', () => {
  const stop = store.sub(draftAtom, () => undefined);
  const other = finishedDraft();
  window.localStorage.setItem(draftStorageKey, JSON.stringify(other));
  window.dispatchEvent(new StorageEvent('storage', { key: draftStorageKey }));
  expect(store.get(draftAtom)).toEqual(other);
  stop();
});

test('a draft from before the model year was asked for goes on', () => {
  const { details } = finishedDraft();
  delete details.modelYear;
  expect(isBookingDraft({ ...finishedDraft(), details })).toBe(true);
});

test('a draft is checked in all its parts', () => {
  expect(isBookingDraft(finishedDraft())).toBe(true);
  expect(isBookingDraft({ ...finishedDraft(), requestId: 'mine' })).toBe(false);
  expect(isBookingDraft({ ...finishedDraft(), details: { ...finishedDraft().details, modelYear: 2021 } })).toBe(false);
  expect(isBookingDraft({ ...finishedDraft(), mode: 'helicopter' })).toBe(false);
  expect(isBookingDraft({ ...finishedDraft(), slot: { date: 'soon', start: '9', end: '', job: '' } })).toBe(false);
});
