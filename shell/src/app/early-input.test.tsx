import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { collectEarlyInput, replayEarlyInput } from './early-input.ts';

function show(html: string): HTMLButtonElement[] {
  document.body.innerHTML = `<div id="root">${html}</div>`;
  return Array.from(document.querySelectorAll('button'));
}

function countPresses(button: HTMLButtonElement): () => number {
  let presses = 0;
  button.addEventListener('click', () => (presses += 1));
  return () => presses;
}

test('a press is given back to its button, once', () => {
  const [, cart] = show('<button>Menu</button><button>Cart</button>');
  const presses = countPresses(cart!);
  globalThis.twostrokeEarlyInput = () => [cart!];
  collectEarlyInput();
  expect(presses()).toBe(0);
  replayEarlyInput();
  replayEarlyInput();
  expect(presses()).toBe(1);
  expect('twostrokeEarlyInput' in globalThis).toBe(false);
});

test('where the page was rendered anew, the button in the same place is pressed, if it is the same', () => {
  const [menu, cart] = show('<button aria-label="Menu"></button><button>Cart</button>');
  globalThis.twostrokeEarlyInput = () => [menu!, cart!];
  collectEarlyInput();
  const [newMenu, other] = show('<button aria-label="Menu"></button><button>Close</button>');
  const presses = [countPresses(newMenu!), countPresses(other!)];
  replayEarlyInput();
  expect(presses.map((count) => count())).toEqual([1, 0]);
});

test('a document that keeps nothing has nothing to give back', () => {
  const [menu] = show('<button>Menu</button>');
  const presses = countPresses(menu!);
  collectEarlyInput();
  replayEarlyInput();
  expect(presses()).toBe(0);
});

function Form() {
  const [brand, setBrand] = useState('');
  const [name, setName] = useState('');
  const [extra, setExtra] = useState(false);
  return (
    <>
      <select aria-label="Brand" value={brand} onChange={(event) => setBrand(event.target.value)}>
        <option value="">Choose</option>
        <option value="honda">Honda</option>
      </select>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <input aria-label="Extra" type="checkbox" checked={extra} onChange={(event) => setExtra(event.target.checked)} />
      <output>{`${brand} ${name} ${extra}`}</output>
    </>
  );
}

test.each(['kept by the page', 'set back by it'])('what was typed, chosen and ticked is known: %s', (how) => {
  document.body.innerHTML = '<div id="root"></div>';
  render(<Form />, { container: document.getElementById('root')! });
  const [brand, name, extra] = Array.from(
    document.querySelectorAll<HTMLSelectElement | HTMLInputElement>('select, input'),
  );
  globalThis.twostrokeEarlyInput = () => [brand!, name!, extra!];
  brand!.value = 'honda';
  name!.value = 'Asha';
  (extra as HTMLInputElement).checked = true;
  collectEarlyInput();
  if (how === 'set back by it') {
    brand!.value = '';
    name!.value = '';
    (extra as HTMLInputElement).checked = false;
  }
  expect(screen.getByRole('status').textContent).toBe('  false');
  act(() => replayEarlyInput());
  expect(screen.getByRole('status').textContent).toBe('honda Asha true');
  expect([brand!.value, name!.value, (extra as HTMLInputElement).checked]).toEqual(['honda', 'Asha', true]);
});
