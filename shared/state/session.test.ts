import { buildAdminSession, buildSession } from '../testing/build-session.tsx';
import { sessionAtom, whenSessionKnown } from './session.ts';
import { store } from './store.ts';

test('whoever asks while the session loads gets the answer once, as soon as it is known', async () => {
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

test('a known session is answered at once', async () => {
  store.set(sessionAtom, buildAdminSession());
  await expect(whenSessionKnown()).resolves.toEqual(buildAdminSession());
});
