import { buildAdminSession, buildSession } from '../testing/build-session.tsx';
import { sessionAtom, whenSessionKnown } from './session.ts';
import { store } from './store.ts';

test('callers that wait while the session loads are each notified once, when it is known', async () => {
  store.set(sessionAtom, { status: 'loading' });
  const answer = jest.fn();
  const asked = whenSessionKnown().then(answer);
  await Promise.resolve();
  expect(answer).not.toHaveBeenCalled();
  store.set(sessionAtom, buildSession());
  store.set(sessionAtom, { status: 'signed-out' });
  await asked;
  expect(answer.mock.calls).toEqual([[buildSession()]]);
});

test('a known session is passed on at once', async () => {
  store.set(sessionAtom, buildAdminSession());
  await expect(whenSessionKnown()).resolves.toEqual(buildAdminSession());
});
