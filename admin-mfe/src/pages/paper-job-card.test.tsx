import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { open, openSheet, shop } from '../testing/open-admin.tsx';
import { today } from '../testing/shop-bookings.ts';

const planned = [
  { line: 1, group_name: 'Engine and oil', label: 'Oil strainer cleaned' },
  { line: 2, group_name: 'Engine and oil', label: 'Air filter cleaned' },
  { line: 3, group_name: 'Add-ons', label: 'Puncture repair' },
];

/** What is printed while a sheet is open: hidden on the screen. */
function paper() {
  const card = screen.getByText('Job card 4f9c21ab').closest<HTMLElement>('[data-paper]');
  if (!card) throw new Error('There is no job card to print.');
  return within(card);
}
const text = (): string => document.querySelector('[data-paper]')?.textContent ?? '';

test('the sheet has a button that prints, and a job card for the bike with the lines to come', async () => {
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  shop.plan = planned;
  shop.bookings = [{ ...today, email: 'asha@example.com', gstin: '27AAAAA0000A1ZX', mechanic: 'Imran' }];
  const sheet = await openSheet();
  expect(document.querySelector('[data-paper]')?.hasAttribute('hidden')).toBe(true);
  for (const words of [
    'MH 12 ZZ 0042',
    'Royal Enfield Classic 350, 2021 model',
    'General Service',
    'Asha Kulkarni',
    'Imran',
    '“Front brake squeaks.”',
    '12 Rose Villa, NIBM Road, Opposite the bakery, Kondhwa, 411048',
    'Extra work up to ₹500 without asking',
    'Engine and oil',
    'Oil strainer cleaned',
    'Puncture repair',
    'Odometer (km)',
    'Front pads, rear pads (mm)',
    'Chain slack (mm)',
    'Signature of the customer',
  ])
    expect(paper().getByText(words)).toBeTruthy();
  expect(paper().getByText(/^Customer: 12,450.km$/)).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Print job card' }));
  expect(print).toHaveBeenCalledTimes(1);
});

test('the job card shows no e-mail, phone number, GSTIN, price or payment', async () => {
  shop.plan = planned;
  shop.bookings = [{ ...today, email: 'asha@example.com', gstin: '27AAAAA0000A1ZX', coupon_code: 'RIDE50' }];
  await openSheet();
  expect(text()).toContain('Asha Kulkarni');
  expect(text()).not.toMatch(/asha@example|90000|27AAAAA|RIDE50|1,699|paid|pay_|[a-f\d]{8}-[a-f\d]{4}/i);
});

test('a scooter with drums that comes to the workshop: its measures, no address, and what was ticked', async () => {
  const done = { done_at: '2026-11-21T06:00:00Z', not_needed: null };
  shop.plan = planned;
  shop.bookings = [
    {
      ...today,
      status: 'in_service',
      mode: 'workshop',
      vehicle_number: null,
      chassis_last5: 'AB1Z9',
      models: { drive: 'belt_cvt', front_brake: 'disc', rear_brake: 'drum' },
      notes: '',
      approval_limit: 0,
      booking_checklist: [
        { line: 1, group_name: 'Brakes', label: 'Rear drum cleaned', ...done },
        { line: 2, group_name: 'Brakes', label: 'Discs measured', ...done, not_needed: 'New last month' },
      ],
    },
  ];
  await openSheet();
  expect(paper().getByText('Plate not issued yet, chassis ends in AB1Z9')).toBeTruthy();
  expect(paper().getByText('Front pads, rear shoes (mm)')).toBeTruthy();
  expect(paper().getByText('Belt width (mm)')).toBeTruthy();
  expect(paper().getByText('Ask before any extra work')).toBeTruthy();
  expect(paper().queryByText('Address')).toBeNull();
  expect(text()).not.toContain('Rose Villa');
  expect(text()).not.toContain('Oil strainer cleaned');
  const lines = paper().getAllByRole('listitem', { hidden: true });
  expect(lines.map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Done: Rear drum cleaned', 'Not needed: Discs measuredNew last month']),
  );
});

test('without a booking in the address nothing replaces the page on paper', async () => {
  shop.bookings = [];
  open(`/admin?date=${today.booking_date}`);
  await screen.findByRole('heading', { level: 1 });
  expect(document.querySelector('[data-paper]')).toBeNull();
});
