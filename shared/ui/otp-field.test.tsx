import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Field } from './field.tsx';
import { OtpField } from './otp-field.tsx';

function CodeForm({ onComplete }: { onComplete: (code: string) => void }) {
  const [code, setCode] = useState('');
  return (
    <Field label="Code from the SMS">
      <OtpField value={code} onChange={setCode} onComplete={onComplete} />
    </Field>
  );
}

test('takes digits only and reports once when the code is complete', async () => {
  const complete = jest.fn();
  render(<CodeForm onComplete={complete} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Code from the SMS' });
  await userEvent.type(field, '40a7 18');
  expect(field.value).toBe('40718');
  expect(complete).not.toHaveBeenCalled();
  await userEvent.type(field, '99');
  expect(field.value).toBe('407189');
  expect(complete.mock.calls).toEqual([['407189']]);
});

test('accepts an autofilled code with spaces or a dash', () => {
  const complete = jest.fn();
  render(<CodeForm onComplete={complete} />);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: ' 407-189 ' } });
  expect(complete).toHaveBeenCalledWith('407189');
});

test('lets the phone autofill the code from the SMS', () => {
  render(<CodeForm onComplete={() => undefined} />);
  const field = screen.getByRole('textbox');
  expect(field.getAttribute('autocomplete')).toBe('one-time-code');
  expect(field.getAttribute('inputmode')).toBe('numeric');
});
