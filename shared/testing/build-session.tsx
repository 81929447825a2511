import type { Session, SessionUser } from '../state/index.ts';

type SignedIn = Extract<Session, { status: 'signed-in' }>;

const customer: SessionUser = {
  id: '7d1f0c9e-4f5a-4a0b-9b39-0c8f6f1e2a11',
  email: 'asha@example.com',
  phone: '+919000000001',
  fullName: 'Asha Kulkarni',
};

/** A signed-in customer. */
export function buildSession(user: Partial<SessionUser> = {}): SignedIn {
  return { status: 'signed-in', user: { ...customer, ...user }, isAdmin: false };
}

/** A user with the admin role. */
export function buildAdminSession(user: Partial<SessionUser> = {}): SignedIn {
  return { ...buildSession({ fullName: 'Imran Shaikh', email: 'imran@example.com', ...user }), isAdmin: true };
}
