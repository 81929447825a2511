import { vehicleOf } from '@twostroke/shared/domain/vehicle';
import { store, vehicleAtom } from '@twostroke/shared/state';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import { activa6g, classic350 } from '../../testing/catalog-rows.ts';
import { BikePicker } from './bike-picker.tsx';
import type { PickableModel } from '@twostroke/shared/api/read-bikes';

const models = [classic350, activa6g] as PickableModel[];
const classic = vehicleOf({ slug: 'royal-enfield', name: 'Royal Enfield' }, classic350);

function open() {
  const onPick = jest.fn();
  const onUnlisted = jest.fn();
  render(
    <Provider store={store}>
      <BikePicker models={models} onPick={onPick} onUnlisted={onUnlisted} />
    </Provider>,
  );
  return { onPick, onUnlisted };
}

beforeEach(() => store.set(vehicleAtom, null));

test('names the bike on the button and passes it on when clicked', async () => {
  const { onPick } = open();
  await userEvent.click(screen.getByRole('button', { name: 'Classic 350' }));
  await userEvent.click(screen.getByRole('button', { name: 'See prices for Classic 350' }));
  expect(onPick).toHaveBeenCalledWith(classic, classic350);
  expect(store.get(vehicleAtom)).toBeNull();
});

test('without a bike it says what is missing and focuses it', async () => {
  const { onPick } = open();
  await userEvent.click(screen.getByRole('button', { name: 'See prices' }));
  expect(screen.getByText('Choose your bike')).not.toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Brand or model'));
  expect(onPick).not.toHaveBeenCalled();
});

test('shows the bike chosen before', () => {
  store.set(vehicleAtom, classic);
  open();
  expect(screen.getByRole('button', { name: 'See prices for Classic 350' })).not.toBeNull();
});

test('offers a call back for a bike that is not listed', async () => {
  const { onUnlisted } = open();
  await userEvent.click(screen.getByRole('button', { name: 'Bike not in the list?' }));
  expect(onUnlisted).toHaveBeenCalled();
});
