import { screen, waitFor } from '@testing-library/react';
import { atShop } from '@twostroke/shared/domain/calendar';
import { store } from '@twostroke/shared/state';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { draftAtom, reloadDraft } from '../model/draft-store.ts';
import * as page from './book-service.tsx';
import { bookingBackend, finishedDraft, fullCart, startWith } from '../testing/booking-fixtures.ts';
import { bookButton, open, question } from '../testing/open-booking.ts';

test('validates the contact details with messages', async () => {
  bookingBackend();
  startWith(
    fullCart,
    finishedDraft({ details: { ...finishedDraft().details, name: '', phone: '', vehicleNumber: '' } }),
  );
  const { user } = open('check');
  await question('Your details');
  const more = screen.getByText('More: email, odometer, model year').closest('details')!;
  expect(more.open).toBe(false);
  await user.type(screen.getByLabelText(/Email/), 'name@example');
  await user.click(await bookButton());
  expect(screen.getByRole('alert').textContent).toBe(
    '4 things to fixEnter a 10-digit Indian mobile number, like 98220 12345Enter your name' +
      'Enter the number on your plate, like MH 12 AB 1234 or 22 BH 1234 AAEnter an email address like name@example.com',
  );
  expect(more.open).toBe(true);
  await user.clear(screen.getByLabelText(/Email/));
  await user.type(screen.getByLabelText('Name'), 'Asha Kulkarni');
  await user.type(screen.getByLabelText('Mobile'), '+91 98220 12345');
  await user.click(screen.getByLabelText('Plate not issued yet'));
  await user.click(await bookButton());
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
});

test('a bike without a plate can be identified by its chassis number, which is optional', async () => {
  const backend = bookingBackend();
  startWith(fullCart, finishedDraft());
  const { user } = open('check');
  await question('Your details');
  expect(screen.queryByLabelText(/chassis/)).toBeNull();
  await user.click(screen.getByLabelText('Plate not issued yet'));
  const chassis = screen.getByLabelText(/Last 5 of the chassis number/);
  await user.type(chassis, 'abo12');
  await user.click(await bookButton());
  expect(screen.getByRole('alert').textContent).toBe(
    'One thing to fixEnter the last 5 characters of the chassis number, or leave it empty',
  );
  await user.clear(chassis);
  await user.type(chassis, ' ab-1 z9');
  await user.click(await bookButton());
  await waitFor(() => expect(backend.callsOf('POST /rest/v1/rpc/create_booking')).toHaveLength(1));
  const { request } = backend.callsOf('POST /rest/v1/rpc/create_booking')[0]!.body as { request: object };
  expect(request).toMatchObject({ plate_not_issued: true, chassis_last5: 'AB1Z9' });
});

test('the optional model year is stored and sent', async () => {
  const backend = bookingBackend();
  startWith(fullCart, finishedDraft());
  const { user, unmount } = open('check');
  await question('Your details');
  await user.type(screen.getByLabelText('Model year (optional)'), '1989');
  await user.click(await bookButton());
  const newest = Number(atShop(new Date()).date.slice(0, 4)) + 1;
  expect(screen.getByRole('alert').textContent).toContain(`Enter a year from 1990 to ${newest}`);
  await user.clear(screen.getByLabelText('Model year (optional)'));
  await user.type(screen.getByLabelText('Model year (optional)'), '2021');
  unmount();
  reloadDraft();
  open('check');
  expect(await screen.findByDisplayValue('2021')).toBeTruthy();
  await user.click(await bookButton());
  await waitFor(() =>
    expect(backend.callsOf('POST /rest/v1/rpc/create_booking')[0]?.body).toMatchObject({
      request: { model_year: 2021 },
    }),
  );
});

test('prefills name, number and address of a signed-in user', async () => {
  bookingBackend({
    'GET /rest/v1/profiles': {
      body: [
        {
          full_name: 'Asha K',
          phone: '+919000000034',
          area_slug: 'katraj',
          address_line: 'Flat 4, Arcade',
          landmark: null,
        },
      ],
    },
  });
  startWith(fullCart, finishedDraft({ details: { ...finishedDraft().details, name: '', phone: '' } }));
  renderPage(page, {
    path: '/book-service',
    url: '/book-service?step=you',
    session: {
      status: 'signed-in',
      user: { id: 'u1', email: 'asha@example.com', phone: null, fullName: 'Asha' },
      isAdmin: false,
    },
  });
  expect(await screen.findByDisplayValue('Asha K')).toBeTruthy();
  expect(screen.getByDisplayValue('90000 00034')).toBeTruthy();
  expect(screen.getByDisplayValue('asha@example.com')).toBeTruthy();
  expect(store.get(draftAtom).address.line).toBe('B-1204, Sample Heights');
});
