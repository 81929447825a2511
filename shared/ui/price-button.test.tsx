import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PriceButton } from './price-button.tsx';
import { usePriceChange } from './use-price-change.tsx';

const submit = jest.fn();

function Form({ price, cause }: { price: string; cause: string | null }) {
  const change = usePriceChange(cause, price);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <input aria-label="Why" />
      <PriceButton change={change}>Move for {price}</PriceButton>
    </form>
  );
}

const user = userEvent.setup({ delay: null });

beforeEach(() => {
  jest.useFakeTimers();
  submit.mockClear();
});
afterEach(() => jest.useRealTimers());

test('a changed price stands beside the former one, and neither a press nor Enter accepts it at once', async () => {
  const { rerender } = render(<Form price="free" cause="customer" />);
  rerender(<Form price="₹100" cause="customer" />);
  const button = screen.getByRole('button', { name: 'Move for ₹100, was free' });
  await user.click(button);
  await user.type(screen.getByLabelText('Why'), 'Away{Enter}');
  expect(submit).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(799));
  await user.click(button);
  expect(submit).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(1));
  await user.click(button);
  expect(submit).toHaveBeenCalledTimes(1);
});

test('a price that the person changed, or that a closed form forgot, is no news', async () => {
  const { rerender } = render(<Form price="free" cause="shop" />);
  rerender(<Form price="₹100" cause="customer" />);
  expect(screen.getByRole('button').textContent).toBe('Move for ₹100');
  rerender(<Form price="₹100" cause={null} />);
  rerender(<Form price="₹200" cause="customer" />);
  expect(screen.getByRole('button').textContent).toBe('Move for ₹200');
  await user.click(screen.getByRole('button'));
  expect(submit).toHaveBeenCalledTimes(1);
});
