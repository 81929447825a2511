import { act, screen, within } from '@testing-library/react';
import { fill } from '@twostroke/shared/testing/fill';
import { buildJob } from '../testing/build-job.ts';
import { floor, openFloor, resetFloor, sentMarks } from '../testing/open-floor.ts';

beforeEach(resetFloor);

test('work in own words is proposed without a network, sent once, and has photos when the database knows it', async () => {
  floor.job = buildJob({ status: 'in_service', checklist: [] });
  const user = openFloor();
  await user.click(await screen.findByText('Something else found'));
  const found = within(screen.getByRole('region', { name: 'Something else found' }));
  floor.reachable = false;
  await user.click(found.getByRole('button', { name: 'Propose it' }));
  expect(found.getByText('Name the work in 2 to 80 characters')).toBeTruthy();
  expect(document.activeElement).toBe(found.getByLabelText('Work'));
  await fill(found.getByLabelText('Work'), 'Side stand spring');
  await fill(found.getByLabelText('Why, for the customer'), 'It hangs loose');
  await user.type(found.getByLabelText(/^Price/), '0');
  await user.click(found.getByRole('button', { name: 'Propose it' }));
  expect(found.getByText('Enter the price in whole rupees')).toBeTruthy();
  await user.clear(found.getByLabelText(/^Price/));
  await user.type(found.getByLabelText(/^Price/), '180');
  await user.selectOptions(found.getByLabelText('Due'), 'Soon');
  await user.click(found.getByRole('button', { name: 'Propose it' }));
  expect(await found.findByText('₹180')).toBeTruthy();
  expect(found.getByLabelText<HTMLInputElement>('Work').value).toBe('');
  expect(screen.getByText('1 to send')).toBeTruthy();
  // No photo of a line that has no id.
  expect(found.queryByLabelText(/photo/i)).toBeNull();
  const before = sentMarks().length;
  floor.reachable = true;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('All sent')).toBeTruthy();
  expect(sentMarks().slice(before)).toMatchObject([
    {
      kind: 'propose',
      items: [{ name: 'Side stand spring', reason: 'It hangs loose', price: 180, minutes: 30, urgency: 'due_later' }],
    },
  ]);
});

test('work of the price list fills in its price and minutes without a network, and is sent as that item', async () => {
  const lube = { item_id: 'chain-lube', name: 'Chain clean & lube', price: 199, minutes: 15, per_place: false };
  const offers = [...buildJob().offers, { ...lube, included_in: 'General Service' }];
  floor.job = buildJob({ status: 'in_service', checklist: [], offers });
  const user = openFloor();
  await user.click(await screen.findByText('Something else found'));
  const found = within(screen.getByRole('region', { name: 'Something else found' }));
  const value = (label: RegExp): string => found.getByLabelText<HTMLInputElement>(label).value;
  floor.reachable = false;
  const work = found.getByRole('combobox', { name: 'Work' });
  await user.type(work, 'chain');
  expect(found.getByText('Chain clean & lube. In the General Service: no line needed')).toBeTruthy();
  expect(found.queryByRole('listbox')).toBeNull();
  await user.clear(work);
  await user.type(work, 'squeal{ArrowDown}{Enter}');
  expect([value(/^Work/), value(/^Price/), value(/^Minutes/)]).toEqual(['Brake Pad / Shoe Replacement', '999', '60']);
  // Another name is other work.
  await user.clear(work);
  expect([value(/^Price/), value(/^Minutes/)]).toEqual(['', '30']);
  await user.type(work, 'pads');
  await user.click(found.getByRole('option', { name: /^Brake Pad/ }));
  // A price by hand asks for a reason.
  await user.type(found.getByLabelText(/^Price/), '0');
  await user.click(found.getByRole('button', { name: 'Propose it' }));
  expect(document.activeElement).toBe(found.getByLabelText(/^Why/));
  await user.type(found.getByLabelText(/^Price/), '{Backspace}');
  await user.type(work, ', front');
  await user.click(found.getByRole('button', { name: 'Propose it' }));
  expect(await found.findByText('Brake Pad / Shoe Replacement, front')).toBeTruthy();
  floor.reachable = true;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('All sent')).toBeTruthy();
  const item = { item: 'brake-pad-replacement', price: 999, minutes: 60, reason: 'Due now', urgency: 'due_now' };
  expect(sentMarks().at(-1)).toMatchObject({
    kind: 'propose',
    items: [{ ...item, name: 'Brake Pad / Shoe Replacement, front' }],
  });
});

test('without a network, what the limit allows is on the job card at once, and the rest is to be asked', async () => {
  floor.job = buildJob({ status: 'in_service', approval_limit: 500, limit_used: 0 });
  const user = openFloor();
  await user.click(await screen.findByText('Something else found'));
  const found = within(screen.getByRole('region', { name: 'Something else found' }));
  const propose = async (name: string, price: string): Promise<void> => {
    await user.type(found.getByLabelText('Work'), name);
    await fill(found.getByLabelText('Why, for the customer'), 'It hangs loose');
    await user.type(found.getByLabelText(/^Price/), price);
    await user.click(found.getByRole('button', { name: 'Propose it' }));
  };
  floor.reachable = false;
  await propose('Side stand spring', '180');
  const card = within(screen.getByRole('region', { name: 'Extra work' }));
  await user.click(card.getByRole('checkbox', { name: 'Side stand spring' }));
  // From here on the database takes no tick before the answer.
  await propose('Horn relay', '400');
  expect(screen.queryByRole('checkbox', { name: 'Side stand spring' })).toBeNull();
  floor.reachable = true;
  const before = sentMarks().length;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('All sent')).toBeTruthy();
  expect(sentMarks().slice(before)).toMatchObject([
    { kind: 'propose' },
    { kind: 'tick', line: 1, label: 'Side stand spring', done: true },
    { kind: 'propose' },
  ]);
  expect(floor.job).toMatchObject({ status: 'awaiting_approval', limit_used: 180, agreed: 1699 + 180 });
});

test('a line in own words can be photographed; while the customer answers, nothing else is proposed', async () => {
  const line = { name: 'Side stand spring', reason: 'It hangs loose', price: 180, minutes: 30, price_version: 1 };
  floor.job = buildJob({
    status: 'awaiting_approval',
    extra_work: [
      {
        ...{ ...line, id: 'line-1', status: 'proposed', decided_by: null, item_id: null, urgency: 'due_now' },
        ...{ proposed_at: '2026-11-24T06:34:00Z', seen_at: '2026-11-24T06:35:00Z' },
      },
    ],
  });
  const user = openFloor();
  await user.click(await screen.findByText('Something else found: 1 line'));
  const found = within(screen.getByRole('region', { name: 'Something else found' }));
  expect(found.getByLabelText(/photo.*Side stand spring|Side stand spring.*photo/i)).toBeTruthy();
  expect(found.getByText(/^Sent .*12:04.pm, seen .*12:05.pm$/)).toBeTruthy();
  expect(found.queryByRole('button', { name: 'Propose it' })).toBeNull();
  expect(found.getByText('The customer is answering. Propose more work after that.')).toBeTruthy();
});
