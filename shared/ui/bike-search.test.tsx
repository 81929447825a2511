import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { BikeSearch, type SearchableModel } from './bike-search.tsx';

const model = (brand_slug: string, slug: string, name: string, popular_rank: number | null): SearchableModel => ({
  slug,
  name,
  brand_slug,
  body: 'cruiser',
  engine_cc: 349,
  search_names: '',
  popular_rank,
});
const models = [
  model('honda', 'activa-6g', 'Activa 6G', 2),
  model('royal-enfield', 'classic-350', 'Classic 350', 1),
  model('royal-enfield', 'hunter-350', 'Hunter 350', null),
  model('royal-enfield', 'meteor-350', 'Meteor 350', null),
];

const onChoose = jest.fn();
const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());

beforeEach(() => {
  onChoose.mockClear();
  onSubmit.mockClear();
});

function Form() {
  const [chosen, setChosen] = useState<SelectedVehicle | null>(null);
  return (
    <form onSubmit={onSubmit}>
      <BikeSearch
        models={models}
        chosen={chosen}
        onChoose={(vehicle) => {
          onChoose(vehicle.modelId);
          setChosen(vehicle);
        }}
      />
    </form>
  );
}

/** A list of all models that has not loaded until `arrive` is called. */
function slowList() {
  let deliver: (list: typeof models) => void;
  const list = new Promise<typeof models>((resolve) => (deliver = resolve));
  return { loadAll: () => list, arrive: () => act(async () => deliver(models)) };
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Brand or model' });
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;

test('the commonest bikes are chips, in their order; one press chooses', async () => {
  render(<Form />);
  const chips = within(screen.getByRole('group', { name: 'Common bikes' }));
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Classic 350', 'Activa 6G']);
  await userEvent.click(chips.getByRole('button', { name: 'Activa 6G' }));
  expect(onChoose).toHaveBeenCalledWith('honda/activa-6g');
  expect(field().value).toBe('Honda Activa 6G');
  expect(chips.getByRole('button', { name: 'Activa 6G', pressed: true })).toBeTruthy();
});

test('arrow keys go through what fits the text, and Enter chooses instead of sending the form', async () => {
  render(<Form />);
  expect(field().getAttribute('aria-controls')).toBeNull();
  await userEvent.type(field(), 'royal 350');
  expect(screen.getByRole('listbox', { name: 'Bikes' }).id).toBe(field().getAttribute('aria-controls'));
  expect(screen.getAllByRole('option')).toHaveLength(3);
  expect(field().getAttribute('aria-expanded')).toBe('true');
  expect(active()).toBe('Classic 350 Royal Enfield');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toBe('Meteor 350 Royal Enfield');
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}');
  expect(active()).toBe('Hunter 350 Royal Enfield');
  await userEvent.keyboard('{Enter}');
  expect(onChoose).toHaveBeenCalledWith('royal-enfield/hunter-350');
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(document.activeElement).toBe(field());
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('a press on the list chooses; Escape and leaving the field bring the chosen bike back', async () => {
  render(<Form />);
  await userEvent.type(field(), 'meteor');
  await userEvent.click(screen.getByRole('option', { name: /Meteor 350/ }));
  expect(field().value).toBe('Royal Enfield Meteor 350');
  await userEvent.clear(field());
  await userEvent.type(field(), 'hun');
  await userEvent.keyboard('{Escape}');
  expect(field().value).toBe('Royal Enfield Meteor 350');
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.type(field(), 'x');
  await userEvent.tab();
  expect(field().value).toBe('Royal Enfield Meteor 350');
  expect(onChoose).toHaveBeenCalledTimes(1);
});

test('what is typed replaces a stored bike that comes while the field has the focus, and stays when it comes later', async () => {
  const stored = {
    modelId: 'royal-enfield/classic-350',
    brand: { name: 'Royal Enfield' },
    model: { name: 'Classic 350' },
  };
  const search = (chosen: object | null) => (
    <BikeSearch models={models} chosen={chosen as SelectedVehicle | null} onChoose={onChoose} />
  );
  const { rerender } = render(search(null));
  await userEvent.click(field());
  rerender(search(stored));
  await userEvent.keyboard('hun');
  expect(field().value).toBe('hun');
  rerender(search({ ...stored }));
  await userEvent.keyboard('ter');
  expect(field().value).toBe('hunter');
});

test('Enter before the list has loaded is remembered: it sends no form, and chooses once the list is there', async () => {
  const { loadAll, arrive } = slowList();
  render(
    <form onSubmit={onSubmit}>
      <BikeSearch models={models.slice(0, 2)} loadAll={loadAll} chosen={null} onChoose={onChoose} />
    </form>,
  );
  await userEvent.type(field(), 'hunter{Enter}');
  expect(onChoose).not.toHaveBeenCalled();
  await arrive();
  expect(onChoose.mock.calls).toEqual([[expect.objectContaining({ modelId: 'royal-enfield/hunter-350' })]]);
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('an early Enter is forgotten when the text changes', async () => {
  const { loadAll, arrive } = slowList();
  render(<BikeSearch models={models} loadAll={loadAll} chosen={null} onChoose={onChoose} />);
  await userEvent.type(field(), 'hunter{Enter}{Backspace}');
  await arrive();
  expect(screen.getByRole('option', { name: 'Hunter 350 Royal Enfield' })).toBeTruthy();
  expect(onChoose).not.toHaveBeenCalled();
});

test('says when no model fits, and how many do', async () => {
  render(<Form />);
  await userEvent.type(field(), 'vespa');
  expect(screen.getByText('No model of ours fits this. Check the letters.')).toBeTruthy();
  expect(field().getAttribute('aria-expanded')).toBe('false');
  await userEvent.clear(field());
  await userEvent.type(field(), 'hunter');
  expect(screen.getByText('1 bike')).toBeTruthy();
});

test('reads all bikes once the field has the focus, and again with the next key when that failed', async () => {
  const loadAll = jest.fn(() => Promise.resolve(models));
  loadAll.mockRejectedValueOnce(new Error('offline'));
  render(<BikeSearch models={models.slice(0, 2)} loadAll={loadAll} chosen={null} onChoose={onChoose} />);
  expect(loadAll).not.toHaveBeenCalled();
  await userEvent.click(field());
  await userEvent.keyboard('h');
  const option = await screen.findByRole('option', { name: 'Hunter 350 Royal Enfield' });
  expect(loadAll).toHaveBeenCalledTimes(2);
  await userEvent.click(option);
  expect(onChoose).toHaveBeenCalledWith(expect.objectContaining({ modelId: 'royal-enfield/hunter-350' }));
});

test('says when the bikes can’t be read, and the shortcuts stay', async () => {
  const offline = () => Promise.reject(new Error('offline'));
  render(<BikeSearch models={models} loadAll={offline} chosen={null} onChoose={onChoose} />);
  await userEvent.type(field(), 'hunter');
  expect(await screen.findByText('The list did not load. Type again.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Activa 6G' })).toBeTruthy();
});
