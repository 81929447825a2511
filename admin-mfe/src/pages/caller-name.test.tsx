import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerCalls, bodies, callIn } from '../testing/open-caller.tsx';

beforeEach(answerCalls);

test('somebody else on a known number is booked by their own name', async () => {
  const user = userEvent.setup();
  await callIn();
  await user.click(await screen.findByRole('button', { name: 'Somebody else' }));
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect([name.value, screen.queryByRole('heading', { name: 'Vikram Salvi' })]).toEqual(['', null]);
  await user.type(name, 'Meera Joshi');
  await user.click(await screen.findByRole('radio', { name: /Brake Service/ }));
  await user.click(await screen.findByRole('button', { name: /2–.4.pm/ }));
  await screen.findByText(/is held while you talk/);
  await user.click(await screen.findByRole('button', { name: /Yes, book for/ }));
  await screen.findByText(/Booked, No/);
  expect(bodies('create_booking')[0]).toMatchObject({ request: { name: 'Meera Joshi', phone: '9000000024' } });
});
