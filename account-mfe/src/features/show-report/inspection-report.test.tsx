import { render, screen, within } from '@testing-library/react';
import type { InspectionPoint } from '@twostroke/shared/contracts/answers/inspection';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { InspectionReport } from './inspection-report.tsx';

const point = (
  label: string,
  state: InspectionPoint['state'],
  more: Partial<InspectionPoint> = {},
): InspectionPoint => ({
  point: label.toLowerCase(),
  group_name: 'Brakes',
  label,
  hint: null,
  unit: null,
  low_limit: null,
  high_limit: null,
  item_id: null,
  state,
  value: null,
  note: null,
  marked_at: '2026-11-21T06:00:00Z',
  ...more,
});
const checkIn = {
  odometer_km: 12_450,
  fuel: 2,
  accessories: ['Key', 'Toolkit'],
  other_items: 'A red rain cover',
  damage: 'Scratch on the left panel',
  checked_in_at: '2026-11-21T05:40:00Z',
};

/** The words of a point beside its pictures. */
function wordsOf(item: HTMLElement): string {
  const copy = item.cloneNode(true) as HTMLElement;
  for (const picture of copy.querySelectorAll('svg')) picture.remove();
  return copy.textContent;
}

test('what is due stands first, with its measure and limit; what was not checked never reads as fine', () => {
  const points = [
    point('Battery', 'ok'),
    point('Steering', 'not_checked'),
    point('Pads', 'due_now', { unit: 'mm', low_limit: 2, value: 1.2, note: 'The squeal you told us of' }),
    point('Tyre', 'due_later', { unit: 'mm', low_limit: 1, value: 1.9 }),
  ];
  render(<InspectionReport inspection={points} check_in={null} />);
  const report = within(screen.getByRole('region', { name: 'What we looked at' }));
  const [sums, list] = report.getAllByRole('list');
  expect(
    within(sums!)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['1 now', '1 soon', '1 fine', '1 not checked']);
  expect(within(list!).getAllByRole('listitem').map(wordsOf)).toEqual([
    'PadsThe squeal you told us of1.2 mmNow, limit 2',
    'Tyre1.9 mmSoon, limit 1',
    'BatteryFine',
    'SteeringNot checked',
  ]);
  expect(report.getByRole('img', { name: '1.2 mm, below the limit of 2 mm' })).toBeTruthy();
  expect(report.getAllByRole('img', { name: /the limit/ })).toHaveLength(2);
});

test('the bike is received with its odometer, fuel, what was left with it and damage, before anything is looked at', () => {
  render(<InspectionReport inspection={[point('Pads', 'not_checked')]} check_in={checkIn} />);
  const card = within(screen.getByRole('region', { name: 'Your bike is with us' }));
  for (const words of [/Odometer 12,450.km/, 'Fuel: half', 'Left with us: Key, Toolkit, A red rain cover'])
    expect(card.getByText(words)).toBeTruthy();
  expect(card.getByText('Noted on the bike: Scratch on the left panel')).toBeTruthy();
  expect(card.queryByText('Pads')).toBeNull();
});

test('the report begins with what became of what the customer wrote', () => {
  const told = { line: 1, label: 'Squeals when slow' };
  const found = { ...told, answer: 'not_found', answer_note: 'Quiet on a test ride' } as const;
  const open = { ...told, answer: null, answer_note: null };
  const { rerender } = render(
    <InspectionReport inspection={[point('Pads', 'not_checked')]} check_in={checkIn} concerns={[open]} />,
  );
  const came = screen.getByRole('region', { name: 'Your bike is with us' });
  expect(came.querySelector('p')?.textContent).toBe('You told us: Squeals when slowWe look for it and tell you here.');
  rerender(<InspectionReport inspection={[point('Battery', 'ok')]} check_in={checkIn} concerns={[found]} />);
  const report = screen.getByRole('region', { name: 'What we looked at' });
  expect(report.querySelector('p')?.textContent).toBe('You told us: Squeals when slowNot found. Quiet on a test ride');
});

test('nothing is shown before the bike came, and of a booking that was not read by itself', () => {
  const { container } = render(
    <>
      <InspectionReport inspection={[point('Pads', 'not_checked')]} check_in={null} />
      <InspectionReport />
    </>,
  );
  expect(container.textContent).toBe('');
});

test('work in own words is listed after the inspection points, with its photos', async () => {
  fakeBackend({
    'POST /storage/v1/object/sign/job-photos': ({ body }) => ({
      body: (body as { paths: string[] }).paths.map((path) => ({ path, signedURL: `/object/sign/${path}?token=t` })),
    }),
  });
  const line = { reason: 'It hangs loose', price: 180, minutes: 30, decided_by: null, item_id: null, price_version: 1 };
  const day = '2026-11-21T06:00:00Z';
  const sprocket = {
    ...{ group_name: 'Chain', done_at: day, not_needed: null, is_concern: false, answer: null, answer_note: null },
  };
  const work = (id: string, name: string) => ({ ...line, id, name, status: 'proposed', urgency: 'due_later' }) as const;
  render(
    <InspectionReport
      inspection={[point('Pads', 'ok')]}
      extra_work={[work('w1', 'Side stand spring'), work('w2', 'Bar end')]}
      checklist={[{ ...sprocket, line: 3, label: 'Sprocket teeth checked, photo if worn' }]}
      photos={['line-w1', 'card-3'].map((subject) => ({ path: `b1/${subject}/p1.webp`, subject, added_at: day }))}
    />,
  );
  expect(await screen.findByRole('img', { name: 'Sprocket teeth checked, photo if worn, 1' })).toBeTruthy();
  const photo = await screen.findByRole('img', { name: 'Side stand spring, 1' });
  expect(photo.getAttribute('src')).toContain('/storage/v1/object/sign/b1/line-w1/p1.webp');
  const [, list] = within(screen.getByRole('region', { name: 'What we looked at' })).getAllByRole('list');
  const [pads, spring] = list!.querySelectorAll(':scope > li');
  expect(pads?.textContent).toBe('PadsFine');
  expect(spring?.textContent).toBe('Side stand springIt hangs loose');
  expect(screen.queryByText('Bar end')).toBeNull();
});
