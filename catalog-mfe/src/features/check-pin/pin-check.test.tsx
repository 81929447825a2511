import { areas } from '@twostroke/shared/domain/areas';
import { RouterProvider } from '@twostroke/shared/router';
import { createMemoryRouter } from '@twostroke/shared/router/memory';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { servedPins } from '../../testing/catalog-rows.ts';
import { PinCheck } from './pin-check.tsx';

function open() {
  const Page = () => (
    <PinCheck pins={servedPins} areas={areas} unserved={(pin) => <p>Leave your number for {pin}</p>} />
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Page }])} />);
}

async function check(pin: string) {
  await userEvent.type(screen.getByLabelText('Check your PIN'), pin);
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
}

test('a PIN we serve leads to its areas', async () => {
  open();
  await check('411048');
  expect(screen.getByText('Yes, we come to 411048.')).not.toBeNull();
  expect(screen.getByRole('link', { name: 'Kausar Baugh' }).getAttribute('href')).toBe('/location/kausar-baugh');
});

test('an invalid PIN says what to enter and keeps the focus there', async () => {
  open();
  await check('4110');
  expect(screen.getByText('Enter a PIN of 6 digits, like 411048')).not.toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Check your PIN'));
});

test('an unserved PIN offers a call back for exactly this PIN', async () => {
  open();
  await check('400001');
  expect(screen.getByText("We don't serve 400001 yet.")).not.toBeNull();
  expect(screen.getByText('Leave your number for 400001')).not.toBeNull();
});
