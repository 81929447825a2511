import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Choice } from './choice.tsx';
import { Choices } from './choices.tsx';
import { ErrorSummary, type SummaryError } from './error-summary.tsx';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

const errors: SummaryError[] = [
  { fieldId: 'mobile', message: 'Enter a mobile number' },
  { fieldId: 'day', message: 'Choose a day' },
];

function Form({ shown, attempt }: { shown: SummaryError[]; attempt?: number }) {
  return (
    <form>
      <ErrorSummary errors={shown} attempt={attempt} />
      <Field label="Mobile" id="mobile">
        <TextInput />
      </Field>
      <Choices legend="Day" id="day">
        <Choice name="day" title="Sat 21 Nov" />
      </Choices>
    </form>
  );
}

test('takes focus when it appears, and again at the next attempt', async () => {
  const { rerender } = render(<Form shown={[]} />);
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(<Form shown={errors} attempt={1} />);
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  await userEvent.tab();
  rerender(<Form shown={errors} attempt={2} />);
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

test('errors that are fixed and made again while typing do not take the focus out of the field', async () => {
  const { rerender } = render(<Form shown={errors} attempt={1} />);
  const mobile = screen.getByLabelText('Mobile');
  await userEvent.click(mobile);
  rerender(<Form shown={[]} attempt={1} />);
  rerender(<Form shown={errors} attempt={1} />);
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(document.activeElement).toBe(mobile);
});

test('its links put focus into the field, or on the first row of a list', async () => {
  render(<Form shown={errors} />);
  await userEvent.click(screen.getByRole('link', { name: 'Enter a mobile number' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Mobile'));
  await userEvent.click(screen.getByRole('link', { name: 'Choose a day' }));
  expect(document.activeElement).toBe(screen.getByRole('radio'));
});

test('counts the errors', () => {
  const { rerender } = render(<ErrorSummary errors={errors} />);
  expect(screen.getByRole('heading', { name: '2 things to fix' })).toBeTruthy();
  rerender(<ErrorSummary errors={errors.slice(0, 1)} />);
  expect(screen.getByRole('heading', { name: 'One thing to fix' })).toBeTruthy();
});
