import { sessionAtom, store, type Session } from '@twostroke/shared/state';
import { revalidateOnAccessChange } from './revalidate-on-access-change.ts';

const signedIn: Session = {
  status: 'signed-in',
  isAdmin: false,
  user: { id: 'u1', email: null, phone: null, fullName: null },
};

test('the guards run again only when the session ends or the person turns out to be an admin', () => {
  store.set(sessionAtom, { status: 'loading' });
  const revalidate = jest.fn(() => Promise.resolve());
  const stop = revalidateOnAccessChange({ revalidate });
  store.set(sessionAtom, { status: 'signed-out' });
  store.set(sessionAtom, signedIn);
  expect(revalidate).not.toHaveBeenCalled();
  store.set(sessionAtom, { status: 'signed-out' });
  expect(revalidate).toHaveBeenCalledTimes(1);
  store.set(sessionAtom, { ...signedIn, isAdmin: true });
  store.set(sessionAtom, signedIn);
  expect(revalidate).toHaveBeenCalledTimes(1);
  store.set(sessionAtom, { ...signedIn, isAdmin: true });
  expect(revalidate).toHaveBeenCalledTimes(2);
  stop();
});
