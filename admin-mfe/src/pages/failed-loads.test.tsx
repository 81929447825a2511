import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { fill } from '@twostroke/shared/testing/fill';
import { open, shop } from '../testing/open-admin.tsx';
import { answerCalls, callIn, stranger, vikram } from '../testing/open-caller.tsx';

beforeEach(answerCalls);

const card = { ...vikram, bookings: [], notes: [], calls: [], messages: [], email: null };
const typeAJob = async () => fill(await screen.findByLabelText('A job, or what is wrong'), 'brake');

interface Load {
  what: string;
  call: string;
  /** Comes to where it fails. */
  come: () => Promise<unknown>;
  answer: object;
  /** Shown once it is loaded. */
  shown: () => Promise<unknown>;
  /** Where the focus goes on. */
  focused: () => Element | null;
}

const jobField = () => screen.getByLabelText('A job, or what is wrong');
const jobs = [
  {
    ...{ package_slug: 'brake-service', short_name: 'Brake Service', price: 699 },
    ...{ summary: '', minutes: 60, modes: ['workshop'] },
  },
];

const loads: Load[] = [
  {
    what: 'who calls',
    call: 'POST /rest/v1/rpc/get_caller',
    come: callIn,
    answer: stranger,
    shown: () => screen.findByText('We don’t know this number.'),
    focused: () => screen.getByRole('textbox', { name: /Phone/ }),
  },
  {
    what: 'the jobs',
    call: 'GET /rest/v1/model_offers',
    come: async () => {
      await callIn();
      await typeAJob();
    },
    answer: jobs,
    shown: () => screen.findByRole('radio', { name: /Brake Service/ }),
    focused: jobField,
  },
  {
    what: 'the free times',
    call: 'POST /rest/v1/rpc/list_slots',
    come: async () => {
      await callIn();
      await typeAJob();
    },
    answer: {
      ...{ today: '2026-11-21', first_free: null, two_day: false, minutes: 60, days: [] },
      windows: [{ start: '14:00', end: '16:00' }],
    },
    shown: () => waitFor(() => expect(screen.queryByText(/We could not load/)).toBeNull()),
    focused: () => screen.getByRole('radio', { name: /Brake Service/ }),
  },
  {
    what: 'the card',
    call: 'POST /rest/v1/rpc/get_customer',
    come: callIn,
    answer: card,
    shown: () => screen.findByText('Bookings: 0'),
    focused: () => screen.getByRole('heading', { name: 'Customer card' }),
  },
  {
    what: 'what you look for',
    call: 'POST /rest/v1/rpc/find_in_office',
    come: async () => {
      open();
      await screen.findByRole('region', { name: 'Board of the day' });
      await userEvent.keyboard('/');
      await userEvent.type(await screen.findByRole('combobox'), 'kulk');
    },
    answer: { bookings: [], customers: [], more: false },
    shown: () => screen.findByText('No one with “kulk”.'),
    focused: () => screen.getByRole('combobox'),
  },
];

const noNetwork = (): never => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  throw new TypeError('Failed to fetch');
};

const failures = [
  ['without a network', noNetwork, /no internet connection. Nothing is lost/],
  [
    'with a server that is down',
    { status: 503, body: { message: 'down' } },
    /Our server did not answer. Nothing is lost/,
  ],
  ['when it is refused', rejected(403, 'forbidden'), /You don't have permission for this/],
] as const;

describe.each(loads)('$what', ({ what, call, come, answer, shown, focused }) => {
  test.each(failures)('%s: says why, and loads it at the next try', async (_, failure, sentence) => {
    shop.backend.answer(call, failure);
    await come();
    const alert = await screen.findByText(`We could not load ${what}.`);
    const note = within(alert.closest<HTMLElement>('[role=alert]')!);
    expect(note.getByText(sentence)).toBeTruthy();
    jest.restoreAllMocks();
    shop.backend.answer(call, { body: answer });
    fireEvent.click(note.getByRole('button', { name: /^Try again/ }));
    await shown();
    expect(screen.queryByText(`We could not load ${what}.`)).toBeNull();
    expect(document.activeElement).toBe(focused());
  });
});
