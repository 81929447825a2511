import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MailLink } from './mail-link.tsx';

let mockIsLost = true;
const mockLoads = jest.fn();
jest.mock('./mail-link-page.tsx', () => {
  mockLoads();
  if (mockIsLost) throw new TypeError('Failed to fetch dynamically imported module');
  return { MailLinkPage: () => <h1>Confirm your email address</h1> };
});

test('a link whose page does not arrive says that it is not used up, and opens once the page arrives', async () => {
  render(
    <MailLink
      link={{ kind: 'signup', secret: 'a1b2', next: null }}
      userId={null}
      againTo="/auth?way=sign-up"
      signInTo="/auth?way=email"
      onSignedIn={() => undefined}
      onSignIn={() => undefined}
    />,
  );
  expect((await screen.findByRole('alert')).textContent).toMatch(/Your link is not used up\.$/);
  expect(screen.getByRole('heading', { level: 1, name: 'We could not open your link' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/Your link is not used up\.$/);
  expect(mockLoads).toHaveBeenCalledTimes(2);
  mockIsLost = false;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('heading', { name: 'Confirm your email address' })).toBeTruthy();
});
