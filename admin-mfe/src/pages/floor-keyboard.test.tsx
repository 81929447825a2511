import { screen, waitFor } from '@testing-library/react';
import { buildJob } from '../testing/build-job.ts';
import { floor, openFloor, resetFloor, sentMarks } from '../testing/open-floor.ts';

beforeEach(resetFloor);

type User = ReturnType<typeof openFloor>;

/** Presses Tab until a control has the focus. */
async function tabTo(user: User, isAim: (focused: Element) => boolean): Promise<HTMLElement> {
  for (let presses = 0; presses < 60; presses += 1) {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && isAim(activeElement)) return activeElement;
    await user.tab();
  }
  throw new Error('No such control is reached by Tab');
}
const named = (name: string) => (focused: Element) =>
  focused.getAttribute('aria-label') === name || focused.textContent === name;

test('check-in and inspection are worked by keys alone, and a lamp that arrow keys pass is not sent', async () => {
  floor.job = buildJob({ status: 'assigned', inspection: [] });
  const { inspection } = buildJob();
  const user = openFloor();
  await screen.findByRole('heading', { level: 1, name: 'Check-in' });
  await tabTo(user, (focused) => focused.id === 'odometer');
  await user.keyboard('12450');
  await tabTo(user, named('Fuel: 0 of 4'));
  await user.keyboard('{ArrowRight}{ArrowRight}');
  await tabTo(user, (focused) => focused.closest('label')?.textContent === 'Key');
  await user.keyboard(' ');
  floor.job = { ...floor.job, inspection };
  await tabTo(user, named('Check in, start inspection'));
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Inspection' })).toBeTruthy();
  await waitFor(() => expect(sentMarks()).toMatchObject([{ odometer_km: 12_450, fuel: 2, accessories: ['Key'] }]));

  // The group is entered at its chosen lamp, the last one: Fine is three keys away, past Now and Soon.
  await tabTo(user, named('Front pads: Not yet'));
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Front pads: Fine' }).checked).toBe(true);
  await tabTo(user, named('Rear pads: Not yet'));
  await user.keyboard('{ArrowLeft}');
  await tabTo(user, named('Send 1 line, ₹999'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sentMarks()).toHaveLength(4));
  expect(sentMarks().slice(1)).toMatchObject([
    { kind: 'point', point: 'front-pads', state: 'ok' },
    { kind: 'point', point: 'rear-pads', state: 'due_now' },
    { kind: 'propose' },
  ]);
});

test('at a counter the handover code is typed', async () => {
  floor.job = buildJob({ status: 'ready' });
  const user = openFloor();
  const handOver = await screen.findByRole('button', { name: 'Hand over, ₹1,699' });
  await user.keyboard('579{Backspace}82');
  await user.click(handOver);
  await waitFor(() => expect(sentMarks()).toMatchObject([{ to_status: 'completed', handover_code: '5782' }]));
});
