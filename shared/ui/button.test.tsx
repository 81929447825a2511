import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from './button.tsx';

test('a busy button says what it does, keeps focus and ignores clicks', async () => {
  const press = jest.fn();
  const { rerender } = render(<Button onClick={press}>Book for ₹2,048</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Book for ₹2,048' }));
  rerender(
    <Button onClick={press} busy busyLabel="Booking">
      Book for ₹2,048
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Booking' });
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  await userEvent.click(button);
  expect(press).toHaveBeenCalledTimes(1);
});

test('a busy button does not send its form again, not on Enter either', async () => {
  const send = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={send}>
      <input aria-label="Name" />
      <Button type="submit" busy busyLabel="Sending">
        Send
      </Button>
    </form>,
  );
  await userEvent.type(screen.getByLabelText('Name'), 'Asha{Enter}');
  await userEvent.click(screen.getByRole('button'));
  expect(send).not.toHaveBeenCalled();
});

test('is not a submit button unless it says so', () => {
  render(<Button>Call us</Button>);
  expect(screen.getByRole('button').getAttribute('type')).toBe('button');
});
