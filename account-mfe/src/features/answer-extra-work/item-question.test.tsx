import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeBackend, rejected } from '@twostroke/shared/testing/fake-backend';
import { ItemQuestion } from './item-question.tsx';

const ANSWER = 'POST /rest/v1/rpc/answer_items';
const question = {
  ...{ total: 2048, rise: 1049, minutes: 105, asked_at: '2026-11-21T05:30:00Z' },
  lines: [
    { name: 'General Service', quantity: 1, price: 1699, is_new: true },
    { name: '90-day warranty', quantity: 1, price: 349, is_new: false },
  ],
  gone: ['Engine Oil Change'],
};
const onAnswered = jest.fn();

function show(token?: string) {
  render(<ItemQuestion booking="booking-1" question={question} token={token} onAnswered={onAnswered} />);
  return userEvent.setup();
}

test('says what is new, what is gone and what it costs, and sends the answer with the total that was read', async () => {
  const backend = fakeBackend({ [ANSWER]: { body: { status: 'confirmed' } } });
  const user = show('secret');
  expect(screen.getByText('General Service (new)')).toBeTruthy();
  expect(screen.getByText('Engine Oil Change (not any more)')).toBeTruthy();
  expect(screen.getByText('That is ₹1,049 more than you booked.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Yes, do it: other work for ₹2,048' }));
  await waitFor(() => expect(onAnswered).toHaveBeenCalledTimes(1));
  expect(backend.callsOf(ANSWER)[0]?.body).toEqual({
    ...{ booking: 'booking-1', answer: 'yes', total: 2048, manage_token: 'secret' },
  });
});

test('an answer to another price is not taken, and the page reads the booking again', async () => {
  onAnswered.mockClear();
  fakeBackend({ [ANSWER]: () => rejected(409, 'work_repriced', { price: 2500 }) });
  const user = show();
  await user.click(screen.getByRole('button', { name: /^No, leave it/ }));
  expect((await screen.findByRole('alert')).textContent).toBe('The price is ₹2,500 by now. Look at it again.');
  expect(onAnswered).toHaveBeenCalledTimes(1);
});
