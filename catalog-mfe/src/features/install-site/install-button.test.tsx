import { installedAtom, installPromptAtom, store } from '@twostroke/shared/state';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import { InstallButton } from './install-button.tsx';

/** What Chrome dispatches on the window when the site can be installed. */
function offer(outcome: 'accepted' | 'dismissed') {
  const event = new Event('beforeinstallprompt', { cancelable: true });
  const prompt = jest.fn(() => Promise.resolve());
  Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome }) });
  act(() => void window.dispatchEvent(event));
  return { event, prompt };
}

function show() {
  store.set(installPromptAtom, null);
  store.set(installedAtom, false);
  render(
    <Provider store={store}>
      <InstallButton />
    </Provider>,
  );
}

test('points to the menu while the browser makes no offer', () => {
  show();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText(/from its own menu/)).toBeTruthy();
});

test('installs on a click where the browser offers it', async () => {
  show();
  const { event, prompt } = offer('accepted');
  expect(event.defaultPrevented).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Install Twostroke' }));
  expect(prompt).toHaveBeenCalledTimes(1);
  expect(await screen.findByText(/is on your home screen/)).toBeTruthy();
});

test('a rejected offer is not repeated until the browser offers it again', async () => {
  show();
  offer('dismissed');
  await userEvent.click(screen.getByRole('button', { name: 'Install Twostroke' }));
  expect(await screen.findByText(/Not installed/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  offer('accepted');
  expect(screen.getByRole('button', { name: 'Install Twostroke' })).toBeTruthy();
});

test('detects an installation from the browser’s own menu', () => {
  show();
  act(() => void window.dispatchEvent(new Event('appinstalled')));
  expect(screen.getByText(/is on your home screen/)).toBeTruthy();
});

test('offers nothing when it was opened from the home screen', () => {
  jest.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  show();
  expect(screen.getByText(/nothing left to do/)).toBeTruthy();
});
