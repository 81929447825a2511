import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { keepEarlyInput } from './early-input.ts';

function show(html: string): HTMLButtonElement[] {
  document.body.innerHTML = `<div id="root">${html}</div>`;
  return Array.from(document.querySelectorAll('button'));
}

type Used = (HTMLButtonElement | HTMLInputElement | HTMLSelectElement)[];

/** As the document's own script keeps it. */
function wasUsed(...controls: Used): void {
  const entered = new Map(
    controls.map((control) => [control, { value: control.value, checked: 'checked' in control && control.checked }]),
  );
  globalThis.twostrokeEarlyInput = Object.assign(() => Object.assign(controls, { entered }), { hides: true });
}

/** As documents of older releases keep it. */
function wasUsedBefore(...controls: Used): void {
  globalThis.twostrokeEarlyInput = () => controls;
}

function countPresses(button: HTMLButtonElement): () => number {
  let presses = 0;
  button.addEventListener('click', () => (presses += 1));
  return () => presses;
}

test('a press is given back to its button, once', () => {
  const [, cart] = show('<button>Menu</button><button>Cart</button>');
  const presses = countPresses(cart!);
  wasUsed();
  const giveBack = keepEarlyInput();
  wasUsed(cart!); // until the page answers, not only until the shell starts
  expect(presses()).toBe(0);
  giveBack();
  giveBack();
  expect(presses()).toBe(1);
  expect(globalThis.twostrokeEarlyInput).toBeUndefined();
});

test('a document of an older release keeps until React begins, which sees every press from then on', () => {
  const [menu, cart] = show('<button>Menu</button><button>Cart</button>');
  const presses = [countPresses(menu!), countPresses(cart!)];
  wasUsedBefore(menu!);
  const giveBack = keepEarlyInput();
  expect(globalThis.twostrokeEarlyInput).toBeUndefined();
  wasUsedBefore(menu!, cart!);
  giveBack();
  giveBack();
  expect(presses.map((count) => count())).toEqual([1, 0]);
});

test('where the page was rendered anew, the button in the same place is pressed, if it is the same', () => {
  const [menu, cart] = show('<button aria-label="Menu"></button><button>Cart</button>');
  wasUsed(menu!, cart!);
  const giveBack = keepEarlyInput();
  const [newMenu, other] = show('<button aria-label="Menu"></button><button>Close</button>');
  const presses = [countPresses(newMenu!), countPresses(other!)];
  giveBack();
  expect(presses.map((count) => count())).toEqual([1, 0]);
});

test('a document that keeps nothing has nothing to give back', () => {
  const [menu] = show('<button>Menu</button>');
  const presses = countPresses(menu!);
  keepEarlyInput()();
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
  brand!.value = 'honda';
  name!.value = 'Asha';
  (extra as HTMLInputElement).checked = true;
  wasUsed(brand!, name!, extra!);
  const giveBack = keepEarlyInput();
  if (how === 'set back by it') {
    brand!.value = '';
    name!.value = '';
    (extra as HTMLInputElement).checked = false;
  }
  expect(screen.getByRole('status').textContent).toBe('  false');
  act(() => giveBack());
  expect(screen.getByRole('status').textContent).toBe('honda Asha true');
  expect([brand!.value, name!.value, (extra as HTMLInputElement).checked]).toEqual(['honda', 'Asha', true]);
});
