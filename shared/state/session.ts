import { atom } from 'jotai';
import { store } from './store.ts';

export interface SessionUser {
  id: string;
  email: string | null;
  phone: string | null;
  fullName: string | null;
}

export type Session =
  | { status: 'loading' }
  | { status: 'signed-out' }
  /** `isAdmin` is null while the role could not be read: the backend did not answer. */
  | { status: 'signed-in'; user: SessionUser; isAdmin: boolean | null };

export const sessionAtom = atom<Session>({ status: 'loading' });

/** Resolves as soon as it is known whether a user is signed in. Guards await it. */
export function whenSessionKnown(): Promise<Exclude<Session, { status: 'loading' }>> {
  return new Promise((resolve) => {
    const settle = (): boolean => {
      const session = store.get(sessionAtom);
      if (session.status === 'loading') return false;
      resolve(session);
      return true;
    };
    if (settle()) return;
    const stop = store.sub(sessionAtom, () => {
      if (settle()) stop();
    });
  });
}
