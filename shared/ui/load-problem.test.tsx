import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LoadProblem } from './load-problem.tsx';

function show(code: string, why?: string) {
  const onRetry = jest.fn();
  render(<LoadProblem what="the prices" error={{ code }} why={why} safe="Your cart is safe." onRetry={onRetry} />);
  return onRetry;
}

test.each([
  ['unavailable', 'We could not load the prices', 'Your cart is safe.'],
  ['offline', 'You are offline', 'Your cart is safe. We load the prices as soon as you are back.'],
  [
    'rate_limited',
    'We could not load the prices',
    'There were many requests from your connection. Wait a minute. Your cart is safe.',
  ],
])('%s: says what happened, what is safe and what to do', (code, title, text) => {
  show(code);
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
});

test('says why the database rejected the query', () => {
  show('invalid', 'Choose your bike from the list.');
  expect(screen.getByText('Choose your bike from the list. Your cart is safe.')).toBeTruthy();
});

test('names the fault that the backend logged', () => {
  const error = { code: 'unavailable', faultCode: 'unavailable 7kx3m9qp' };
  render(<LoadProblem what="the prices" error={error} safe="Your cart is safe." onRetry={jest.fn()} />);
  expect(screen.getByText('Fault code: unavailable 7kx3m9qp')).toBeTruthy();
});

test('offers a person without a network the phone only, and no code to read out', () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const error = { code: 'offline', faultCode: 'offline' };
  render(<LoadProblem what="the prices" error={error} safe="Your cart is safe." onRetry={jest.fn()} />);
  expect(screen.getByRole('link', { name: 'Call 90000 00010' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'WhatsApp' })).toBeNull();
  expect(screen.queryByText(/Fault code/)).toBeNull();
});

test('offers a retry and the phone', async () => {
  const onRetry = show('timeout');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('link', { name: 'Call 90000 00010' }).getAttribute('href')).toBe('tel:+919000000010');
});
