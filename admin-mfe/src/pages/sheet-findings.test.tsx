import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildJob } from '../testing/build-job.ts';
import { openSheet, shop } from '../testing/open-admin.tsx';
import { today } from '../testing/shop-bookings.ts';

const photo = `${today.id}/check-in/11111111-1111-4111-8111-111111111111.webp`;
const [pads, , filter] = buildJob().inspection;
const offers = buildJob().offers;
const PROPOSE = 'POST /rest/v1/rpc/propose_extra_work';

const mockRemove = jest.fn<Promise<boolean>, [string]>();
jest.mock('../model/remove-photo.ts', () => ({ removePhoto: (path: string) => mockRemove(path) }));

beforeEach(() => {
  shop.bookings = [{ ...today, status: 'inspecting' }];
  shop.inspection = [
    { ...pads, state: 'due_now', value: 1.2, note: 'Metal on metal' },
    { ...filter, state: 'due_later', item_id: null },
  ];
  shop.details = {
    check_in: {
      ...{ odometer_km: 12_450, fuel: 2, accessories: ['Key'], other_items: null, damage: 'Scratch on the tank' },
      checked_in_at: '2026-11-21T05:30:00Z',
    },
    photos: [{ path: photo, subject: 'check-in', added_at: '2026-11-21T05:31:00Z' }],
  };
  shop.backend.answer('POST /rest/v1/rpc/get_job', { body: { offers } });
  shop.backend.answer('POST /storage/v1/object/sign/job-photos', ({ body }) => ({
    body: (body as { paths: string[] }).paths.map((path) => ({ path, signedURL: `/object/sign/${path}` })),
  }));
});

test('the sheet shows the check-in, the findings and their photos', async () => {
  const sheet = await openSheet();
  expect(sheet.getByRole('region', { name: 'Check-in and inspection' })).toBeTruthy();
  for (const words of [
    'Odometer 12,450 km',
    'Fuel: half',
    'Left with us: Key',
    'Noted on the bike: Scratch on the tank',
  ])
    expect(sheet.getByText(words)).toBeTruthy();
  expect(sheet.getByText('Now, 1.2 mm, limit 2, Metal on metal')).toBeTruthy();
  const picture = await sheet.findByRole('img', { name: 'When it came, 1' });
  expect(picture.closest('a')?.getAttribute('href')).toContain(photo);
});

test('after the inspection it is one line that opens', async () => {
  shop.bookings = [{ ...today, status: 'in_service' }];
  const sheet = await openSheet();
  const line = sheet.getByText('Check-in and inspection: 2 of 2 checked: 1 now, 1 soon');
  expect(sheet.queryByText('Fuel: half')).toBeNull();
  await userEvent.click(line);
  expect(await sheet.findByText('Fuel: half')).toBeTruthy();
});

test('the desk proposes the priced line of a finding with one press', async () => {
  shop.backend.answer(PROPOSE, { body: {} });
  const sheet = await openSheet();
  await userEvent.click(await sheet.findByRole('button', { name: 'Send 1 line, ₹999' }));
  expect(await screen.findByText('Proposed: Front pads: Brake Pad / Shoe Replacement')).toBeTruthy();
  expect(shop.backend.callsOf(PROPOSE).map(({ body }) => body)).toMatchObject([
    {
      booking: today.id,
      items: [
        {
          item: 'brake-pad-replacement',
          price: 999,
          urgency: 'due_now',
          name: 'Front pads: Brake Pad / Shoe Replacement',
        },
      ],
    },
  ]);
});

test('what the booked service includes is no line: the finding says so', async () => {
  const included = offers.map((offer) => ({ ...offer, included_in: 'Comprehensive Service' }));
  shop.backend.answer('POST /rest/v1/rpc/get_job', { body: { offers: included } });
  const sheet = await openSheet();
  expect(await sheet.findByText('In the Comprehensive Service: no line needed')).toBeTruthy();
  expect(sheet.queryByRole('button', { name: /^Send|Propose with a price: Front pads/ })).toBeNull();
});

test('a finding without a price in the list opens the form with what was found', async () => {
  const sheet = await openSheet();
  await userEvent.click(await sheet.findByRole('button', { name: 'Propose with a price: Air filter' }));
  expect(sheet.getByLabelText<HTMLInputElement>('Work').value).toBe('Air filter');
  expect(sheet.getByLabelText<HTMLInputElement>('Why, for the customer').value).toBe('Due soon');
  await userEvent.type(sheet.getByLabelText(/^Price/), '250');
  await userEvent.click(sheet.getByRole('button', { name: 'Propose it' }));
  expect(await screen.findByText('Air filter is proposed for ₹250')).toBeTruthy();
  expect(shop.backend.callsOf(PROPOSE)[0]?.body).toMatchObject({
    items: [{ name: 'Air filter', urgency: 'due_later' }],
  });
});

test('a finding takes its price from the list: the line is that item, at that point', async () => {
  const sheet = await openSheet();
  await userEvent.click(await sheet.findByRole('button', { name: 'Propose with a price: Air filter' }));
  const work = sheet.getByRole('combobox', { name: 'Work' });
  await userEvent.clear(work);
  await userEvent.type(work, 'brake');
  // It closes the list, not the sheet.
  await userEvent.keyboard('{Escape}');
  expect(sheet.queryByRole('listbox')).toBeNull();
  await userEvent.type(work, ' pad');
  await userEvent.click(sheet.getByRole('option', { name: /^Brake Pad.*₹999$/ }));
  await userEvent.click(sheet.getByRole('button', { name: 'Propose it' }));
  expect(await screen.findByText('Air filter: Brake Pad / Shoe Replacement is proposed for ₹999')).toBeTruthy();
  const item = { item: 'brake-pad-replacement', price: 999, minutes: 60, reason: 'Due soon', urgency: 'due_later' };
  expect(shop.backend.callsOf(PROPOSE)[0]?.body).toMatchObject({
    items: [{ ...item, name: 'Air filter: Brake Pad / Shoe Replacement' }],
  });
});

test('a photo is removed with two presses, and one that Storage keeps stays with a sentence', async () => {
  mockRemove.mockResolvedValueOnce(false);
  const sheet = await openSheet();
  await userEvent.click(await sheet.findByRole('button', { name: 'Remove a photo: When it came' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Remove: When it came, 1' }));
  expect(await sheet.findByText(/It could not be removed/)).toBeTruthy();
  mockRemove.mockResolvedValueOnce(true);
  await userEvent.click(sheet.getByRole('button', { name: 'Remove: When it came, 1' }));
  await waitFor(() => expect(sheet.queryByRole('img', { name: 'When it came, 1' })).toBeNull());
  expect(mockRemove.mock.calls).toEqual([[photo], [photo]]);
});

test('an accountant sees it and proposes and removes nothing', async () => {
  shop.duty = 'accountant';
  const sheet = await openSheet();
  expect(await sheet.findByRole('img', { name: 'When it came, 1' })).toBeTruthy();
  expect(sheet.queryByRole('button', { name: /^Send|^Propose|^Remove/ })).toBeNull();
});
