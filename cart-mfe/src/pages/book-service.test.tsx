import { cartAtom, store } from '@twostroke/shared/state';
import { screen, within } from '@testing-library/react';
import { draftAtom, draftStorageKey, reloadDraft } from '../model/draft-store.ts';
import { bookingBackend, finishedDraft, fullCart, quoteOf, setOnline, startWith } from '../testing/booking-fixtures.ts';
import { open, question } from '../testing/open-booking.ts';

const press = (name: RegExp | string) => screen.getByRole('button', { name });

afterEach(() => setOnline(true));

test('with an empty cart the customer chooses bike and service on this page', async () => {
  bookingBackend();
  startWith();
  const { user, router } = open();
  await question('Which bike, which service?');
  await user.click(press('Continue to place and time'));
  expect(document.activeElement?.textContent).toContain('Choose your bike from the list');
  await user.type(await screen.findByLabelText('Brand or model'), 'classic{Enter}');
  await user.click(await screen.findByRole('radio', { name: /General Service/ }));
  await user.click(press('Continue with General Service'));
  await question('Where and when?');
  expect(router.state.location.search).toBe('?step=time');
  expect(store.get(cartAtom).items.map(({ id }) => id)).toEqual(['general-service']);
});

test('items that do not fit the bike lead back to the first step, are named there and can be removed', async () => {
  const refusal = {
    item_id: 'extended-warranty',
    code: 'already_included',
    data: { name: 'Warranty', part_of: 'General Service' },
  };
  bookingBackend({ 'POST /rest/v1/rpc/quote': { body: quoteOf(1699, 'workshop', { refusals: [refusal] }) } });
  startWith(fullCart);
  const { user } = open();
  expect(await screen.findByText('Warranty is already part of General Service.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Continue to place' })).toBeNull();
  await user.click(press('Remove Warranty 30 to 90 days'));
  expect(store.get(cartAtom).items.map(({ id }) => id)).toEqual(['general-service']);
});

test('each mode shows its price, or why the service excludes it', async () => {
  const refusal = {
    item_id: 'general-service',
    code: 'mode_not_offered',
    data: { name: 'General Service', mode: 'doorstep' },
  };
  bookingBackend({
    'POST /rest/v1/rpc/quote': ({ body }) => {
      const { mode } = body as { mode: string };
      return { body: quoteOf(2048, mode, mode === 'doorstep' ? { refusals: [refusal] } : {}) };
    },
  });
  startWith(fullCart);
  open('time');
  expect(await screen.findByText('General Service needs the workshop. Choose pickup or ride in.')).toBeTruthy();
  expect(screen.getByRole('radio', { name: /At your gate/ }).hasAttribute('disabled')).toBe(true);
  expect(screen.queryByText('₹0')).toBeNull();
});

test('when one place costs extra, each shows its price', async () => {
  bookingBackend({
    'POST /rest/v1/rpc/quote': ({ body }) => {
      const { mode } = body as { mode: string };
      const quoted = quoteOf(2048, mode);
      return { body: { ...quoted, lines: quoted.lines.map((line) => ({ ...line, price: line.price || 149 })) } };
    },
  });
  startWith(fullCart);
  open('time');
  expect(await screen.findByRole('radio', { name: /Pickup and drop.*\+ ₹149/ })).toBeTruthy();
  expect(screen.getByRole('radio', { name: /At the workshop.*₹0/ })).toBeTruthy();
});

test('a booking with a service in the cart starts at place and time, and shows service and price', async () => {
  bookingBackend();
  startWith(fullCart);
  const { user } = open();
  await question('Where and when?');
  expect(screen.getByText('General Service + 1').parentElement?.textContent).toBe('General Service + 1, Classic 350');
  expect(screen.getByText('₹2,048')).toBeTruthy();
  expect(screen.getByText('Choose the place, and the free times show here.')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /At the workshop/ }));
  expect(await screen.findByRole('group', { name: 'Day' })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Change bike or service' }));
  await question('Which bike, which service?');
});

test('address fields that just appeared show no validation errors', async () => {
  bookingBackend();
  startWith(fullCart);
  const { user } = open('time');
  await screen.findByRole('radio', { name: /At your gate/ });
  await user.click(press(/^Continue/));
  expect(screen.getByRole('alert').textContent).toContain('Choose where we should work on your bike');
  await user.click(screen.getByRole('radio', { name: /At your gate/ }));
  expect(screen.getByLabelText('House/flat and street')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(press(/^Continue/));
  expect(screen.getByRole('alert').textContent).toContain('3 things to fix');
});

test('validates the address with messages, and takes a phone number for an unserved PIN', async () => {
  const backend = bookingBackend({ 'POST /rest/v1/rpc/request_callback': { body: { id: '1' } } });
  startWith(fullCart);
  const { user } = open('time');
  await user.click(await screen.findByRole('radio', { name: /At your gate/ }));
  await user.click(press(/^Continue/));
  const summary = screen.getByRole('alert');
  expect(document.activeElement).toBe(summary);
  expect(summary.textContent).toBe('3 things to fixEnter house/flat and streetChoose your areaEnter a 6-digit PIN');
  await user.type(screen.getByLabelText('House/flat and street'), 'B-1204, Sample Heights');
  await user.selectOptions(screen.getByLabelText('Area'), 'kondhwa');
  expect(screen.getByLabelText<HTMLInputElement>('PIN').value).toBe('411048');
  await user.clear(screen.getByLabelText('PIN'));
  await user.type(screen.getByLabelText('PIN'), '411038');
  await user.click(press(/^Continue/));
  expect(screen.getByRole('alert').textContent).toContain(
    "We don't serve this PIN yet. Leave your number and we'll tell you",
  );
  expect(screen.getByRole('heading', { name: 'Tell me when you come to 411038' })).toBeTruthy();
  await user.type(screen.getByLabelText('Name'), 'Asha Kulkarni');
  await user.type(screen.getByLabelText('Mobile'), '90000 00012');
  await user.click(press('Leave my number'));
  expect(await screen.findByText('We have your number.')).toBeTruthy();
  expect(backend.callsOf('POST /rest/v1/rpc/request_callback')[0]?.body).toMatchObject({
    kind: 'unserved_pin',
    details: { pin: '411038' },
  });
});

test('preselects the first free window, and unavailable ones say why', async () => {
  bookingBackend();
  startWith(fullCart, finishedDraft({ slot: null }));
  const { user } = open('time');
  await question('Where and when?');
  const days = within(await screen.findByRole('group', { name: 'Day' }));
  expect(days.getByRole('radio', { name: /Sun 22.Nov, Diwali/ }).hasAttribute('disabled')).toBe(true);
  expect(days.getByRole('radio', { name: /Sat 21.Nov, tomorrow, 3 places/ })).toHaveProperty('checked', true);
  expect(screen.getByRole('radio', { name: /9 and 11.am.*full/ }).hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('radio', { name: /11.am and 1.pm.*2 left/ })).toHaveProperty('checked', true);
  expect(screen.getByRole('radio', { name: /4 and 6.pm.*more than is left of the day.*too late/ })).toBeTruthy();
  expect(screen.getByText(/9.am on Sat 21.Nov/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /2 and 4.pm/ }));
  await user.click(press(/Continue with Sat, 2–.4.pm/));
  await question('Your details');
  expect(store.get(draftAtom).slot).toMatchObject({ date: '2026-11-21', start: '14:00', end: '16:00' });
});

test('when free times fail to load, the visitor can retry or call', async () => {
  let broken = true;
  const backend = bookingBackend({
    'POST /rest/v1/rpc/list_slots': () =>
      broken
        ? { status: 503, body: { message: 'down' } }
        : { body: { today: '2026-11-20', minutes: 105, windows: 2, first_free: null, days: [] } },
  });
  startWith(fullCart, finishedDraft({ slot: null }));
  const { user } = open('time');
  expect(await screen.findByText('We could not load the free times')).toBeTruthy();
  broken = false;
  await user.click(press('Try again'));
  expect(await screen.findByText('Nothing is free in the next 30 days. Call us and we’ll find a way.')).toBeTruthy();
  expect(backend.callsOf('POST /rest/v1/rpc/list_slots')).toHaveLength(2);
});

test('says offline that free times load when the network is back', async () => {
  bookingBackend({
    'POST /rest/v1/rpc/list_slots': () => {
      setOnline(false);
      throw new TypeError('no network');
    },
  });
  startWith(fullCart, finishedDraft({ slot: null }));
  open('time');
  expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeTruthy();
  expect(
    screen.getByText('Your answers are safe on this phone. We load the free times as soon as you are back.'),
  ).toBeTruthy();
});

test('a reload keeps step and answers; corrupt storage restarts the booking without a crash', async () => {
  bookingBackend();
  startWith(fullCart, finishedDraft());
  const { unmount } = open('check');
  await question('Your details');
  expect(await screen.findByRole('button', { name: 'Book for ₹2,048' })).toBeTruthy();
  unmount();
  window.localStorage.setItem(draftStorageKey, '{"version":1,"mode":[]}');
  reloadDraft();
  open('check');
  await question('Where and when?');
  expect(window.localStorage.getItem(draftStorageKey)).toBeNull();
});
