import { sessionAtom, store, type Session } from '@twostroke/shared/state';
import { revalidateOnSignOut } from './revalidate-on-sign-out.ts';

const signedIn: Session = {
  status: 'signed-in',
  isAdmin: false,
  user: { id: 'u1', email: null, phone: null, fullName: null },
};

test('the guards run again when the session ends, and only then', () => {
  store.set(sessionAtom, { status: 'loading' });
  const revalidate = jest.fn(() => Promise.resolve());
  const stop = revalidateOnSignOut({ revalidate } as unknown as Parameters<typeof revalidateOnSignOut>[0]);
  store.set(sessionAtom, { status: 'signed-out' });
  store.set(sessionAtom, signedIn);
  expect(revalidate).not.toHaveBeenCalled();
  store.set(sessionAtom, { status: 'signed-out' });
  expect(revalidate).toHaveBeenCalledTimes(1);
  stop();
});
