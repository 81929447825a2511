import { fakeBackend, rejected } from '@twostroke/shared/testing/fake-backend';
import { RouterProvider } from '@twostroke/shared/router';
import { createMemoryRouter } from '@twostroke/shared/router/memory';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CallbackForm } from './callback-form.tsx';

function open(answer: { status?: number; body?: unknown }) {
  const backend = fakeBackend({ 'POST /rest/v1/rpc/request_callback': answer });
  const Page = () => (
    <CallbackForm reason={{ kind: 'unlisted_bike' }} action="Ask for a call back" thanks="Thank you." />
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Page }])} />);
  return backend;
}

async function fill(bike: string) {
  if (bike) await userEvent.type(screen.getByLabelText('Brand and model'), bike);
  await userEvent.type(screen.getByLabelText('Your name'), 'Asha');
  await userEvent.type(screen.getByLabelText('Mobile number'), '90000 00012');
  await userEvent.click(screen.getByRole('button', { name: 'Ask for a call back' }));
}

test('moves the focus to the first invalid field and sends nothing', async () => {
  const backend = open({ body: { id: '1' } });
  await fill('');
  expect(screen.getByText('Enter the brand and model of your bike')).not.toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Brand and model'));
  expect(backend.calls).toEqual([]);
});

test("shows the server's validation error at its field", async () => {
  open(rejected(422, 'name'));
  await fill('Suzuki Access');
  expect(await screen.findByText('Enter your name')).not.toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Your name'));
});

test('keeps what was typed when sending failed, and shows the phone number', async () => {
  open({ status: 503, body: { message: 'down' } });
  await fill('Suzuki Access');
  expect((await screen.findByRole('alert')).textContent).toContain('What you typed is still here');
  expect(screen.getByRole('link', { name: '90000 00010' }).getAttribute('href')).toBe('tel:+919000000010');
  expect((screen.getByLabelText('Brand and model') as HTMLInputElement).value).toBe('Suzuki Access');
});

test('after too many requests of a number it says that the shop will call', async () => {
  open(rejected(429, 'too_many_callbacks', { retry_after: 3600 }));
  await fill('Suzuki Access');
  expect((await screen.findByRole('alert')).textContent).toContain('We have your number and will call.');
});
