import { screen, within } from '@testing-library/react';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { buildJob } from '../testing/build-job.ts';
import { floor, openFloor, resetFloor } from '../testing/open-floor.ts';

const vibrate = jest.fn(() => true);
beforeEach(() => {
  resetFloor();
  vibrate.mockClear();
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
});
afterEach(() => void Reflect.deleteProperty(navigator, 'vibrate'));

const refused = [30, 60, 30];

test('the hand feels what is refused on the phone: a field, a form, a step', async () => {
  floor.job = buildJob({ status: 'assigned' });
  const user = openFloor();
  await user.click(await screen.findByRole('button', { name: 'Check in, start inspection' }));
  expect(vibrate.mock.calls).toEqual([[refused]]);
  await user.type(screen.getByLabelText('Odometer (km)'), '12450');
  await user.click(screen.getByRole('button', { name: 'Check in, start inspection' }));
  await user.click(await screen.findByText('Something else found'));
  const found = within(screen.getByRole('region', { name: 'Something else found' }));
  expect(vibrate).toHaveBeenCalledTimes(1);
  await user.click(found.getByRole('button', { name: 'Propose it' }));
  expect(vibrate).toHaveBeenCalledTimes(2);
});

test('and what the database refuses', async () => {
  floor.backend.answer('POST /rest/v1/rpc/mark_job', rejected(409, 'not_allowed'));
  const user = openFloor();
  await user.click(await screen.findByRole('radio', { name: 'Front pads: Fine' }));
  expect(await screen.findByText('1 not sent')).toBeTruthy();
  expect(vibrate.mock.calls).toEqual([[refused]]);
});
