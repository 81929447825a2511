import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Choice } from './choice.tsx';
import { Choices } from './choices.tsx';

test('the whole row is clickable, and its words are the name of the control', async () => {
  const chosen = jest.fn();
  render(
    <Choices legend="Where">
      <Choice name="mode" value="doorstep" title="At your gate" note="We bring the tools" onChange={chosen} />
      <Choice name="mode" value="workshop" title="Ride in" onChange={chosen} />
    </Choices>,
  );
  await userEvent.click(screen.getByText('We bring the tools'));
  expect(chosen).toHaveBeenCalledTimes(1);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'At your gate We bring the tools' }).checked).toBe(true);
  expect(screen.getByRole('group', { name: 'Where' })).toBeTruthy();
});

test('an unavailable row cannot be chosen and says why', () => {
  render(
    <Choices legend="Day">
      <Choice name="day" title="Fri 20 Nov" end="3 places" unavailable="full" />
    </Choices>,
  );
  const row = screen.getByRole<HTMLInputElement>('radio', { name: 'Fri 20 Nov full' });
  expect(row.disabled).toBe(true);
  expect(screen.queryByText('3 places')).toBeNull();
});

test('checkbox rows are chosen one by one', async () => {
  render(
    <Choices legend="Add-ons that fit">
      <Choice type="checkbox" title="Warranty" defaultChecked />
      <Choice type="checkbox" title="Oil filter" />
    </Choices>,
  );
  await userEvent.click(screen.getByRole('checkbox', { name: 'Oil filter' }));
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked)).toEqual([true, true]);
});

test('hint and error describe the group', () => {
  render(
    <Choices legend="Day" hint="We are closed on holidays" error="Choose a day">
      <Choice name="day" title="Sat 21 Nov" />
    </Choices>,
  );
  const ids = screen.getByRole('group').getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Choose a day',
    'We are closed on holidays',
  ]);
});
