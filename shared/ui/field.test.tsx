import { render, screen } from '@testing-library/react';
import { Field } from './field.tsx';
import { Select } from './select.tsx';
import { TextInput } from './text-input.tsx';

function describedBy(element: HTMLElement): string[] {
  return (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? `no #${id}`);
}

test('a control gets its name from the label of its field', () => {
  render(
    <Field label="Area">
      <Select>
        <option>Kondhwa</option>
      </Select>
    </Field>,
  );
  expect(screen.getByRole('combobox', { name: 'Area' })).toBeTruthy();
});

test('hint, note and error describe the control, the error first', () => {
  render(
    <Field label="Mobile" hint="We call this number" note="10 digits" error="Enter a 10-digit Indian mobile number">
      <TextInput />
    </Field>,
  );
  const input = screen.getByRole('textbox', { name: 'Mobile' });
  expect(describedBy(input)).toEqual(['Enter a 10-digit Indian mobile number', 'We call this number', '10 digits']);
  expect(input.getAttribute('aria-invalid')).toBe('true');
});

test('without hint and error nothing is described and nothing is invalid', () => {
  render(
    <Field label="Name" error={null}>
      <TextInput />
    </Field>,
  );
  const input = screen.getByRole('textbox');
  expect(input.hasAttribute('aria-describedby')).toBe(false);
  expect(input.hasAttribute('aria-invalid')).toBe(false);
});

test('an optional field says so in its name', () => {
  render(
    <Field label="Notes" optional>
      <TextInput />
    </Field>,
  );
  expect(screen.getByRole('textbox', { name: 'Notes (optional)' })).toBeTruthy();
});

test('a given id is the id of the control, for links of an error summary', () => {
  render(
    <Field label="PIN" id="pin">
      <TextInput />
    </Field>,
  );
  expect(screen.getByLabelText('PIN').id).toBe('pin');
});
