import { HydrateLater } from '@twostroke/shared/ui/hydrate-later';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { captureInput, pressedAddresses } from './capture-input.ts';

function show(html: string): HTMLButtonElement[] {
  document.body.innerHTML = `<div id="root">${html}</div>`;
  return Array.from(document.querySelectorAll('button'));
}

type Used = (HTMLButtonElement | HTMLInputElement | HTMLSelectElement)[];

/** As the document's inline script records it. */
function wasUsed(...controls: Used): void {
  const entered = new Map(
    controls.map((control) => [control, { value: control.value, checked: 'checked' in control && control.checked }]),
  );
  globalThis.twostrokeEarlyInput = Object.assign(() => Object.assign(controls, { entered }), { kept: controls });
}

function countPresses(button: HTMLButtonElement): () => number {
  let presses = 0;
  button.addEventListener('click', () => (presses += 1));
  return () => presses;
}

test('says where pressed buttons lead before they are replayed', () => {
  const [menu, book] = show('<button>Menu</button><button data-leads-to="/book-service">Book a time</button>');
  expect(pressedAddresses()).toEqual([]);
  globalThis.twostrokeEarlyInput = Object.assign(() => Object.assign([], { entered: new Map() }), {
    kept: [menu!, book!],
  });
  expect(pressedAddresses()).toEqual(['/book-service']);
});

test('replays a click on its button, once', () => {
  const [, cart] = show('<button>Menu</button><button data-heard="">Cart</button>');
  const presses = countPresses(cart!);
  wasUsed();
  const replayInput = captureInput();
  wasUsed(cart!); // the script hides input from React until the replay, not only until the shell starts
  expect(presses()).toBe(0);
  replayInput();
  replayInput();
  expect(presses()).toBe(1);
  expect(cart?.dataset).not.toHaveProperty('heard');
  expect(globalThis.twostrokeEarlyInput).toBeUndefined();
});

test('on a page that was rendered again, clicks the button at the same place if it has the same name', () => {
  const [menu, cart] = show('<button aria-label="Menu"></button><button>Cart</button>');
  wasUsed(menu!, cart!);
  const replayInput = captureInput();
  const [newMenu, other] = show('<button aria-label="Menu"></button><button>Close</button>');
  const presses = [countPresses(newMenu!), countPresses(other!)];
  replayInput();
  expect(presses.map((count) => count())).toEqual([1, 0]);
});

test('replays nothing when the document recorded nothing', () => {
  const [menu] = show('<button>Menu</button>');
  const presses = countPresses(menu!);
  captureInput()();
  expect(presses()).toBe(0);
});

function Form() {
  const [brand, setBrand] = useState('');
  const [name, setName] = useState('');
  const [extra, setExtra] = useState(false);
  const [sent, setSent] = useState('');
  return (
    <>
      <select aria-label="Brand" value={brand} onChange={(event) => setBrand(event.target.value)}>
        <option value="">Choose</option>
        <option value="honda">Honda</option>
      </select>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <input aria-label="Extra" type="checkbox" checked={extra} onChange={(event) => setExtra(event.target.checked)} />
      <output>{`${brand} ${name} ${extra}`}</output>
      <button onClick={() => setSent(`${name} ${extra}`)}>Send</button>
      <p data-testid="sent">{sent}</p>
    </>
  );
}

test.each(['kept by the page', 'reset by the page'])('replays what was typed, chosen and ticked: %s', (how) => {
  document.body.innerHTML = '<div id="root"></div>';
  render(<Form />, { container: document.getElementById('root')! });
  const [brand, name, extra] = Array.from(
    document.querySelectorAll<HTMLSelectElement | HTMLInputElement>('select, input'),
  );
  brand!.value = 'honda';
  name!.value = 'Asha';
  (extra as HTMLInputElement).checked = true;
  wasUsed(brand!, name!, extra!);
  const replayInput = captureInput();
  if (how === 'reset by the page') {
    brand!.value = '';
    name!.value = '';
    (extra as HTMLInputElement).checked = false;
  }
  expect(screen.getByRole('status').textContent).toBe('  false');
  act(() => replayInput());
  expect(screen.getByRole('status').textContent).toBe('honda Asha true');
  expect([brand!.value, name!.value, (extra as HTMLInputElement).checked]).toEqual(['honda', 'Asha', true]);
});

/** Interrupts the hydration of its part while it is set. */
let interruption: Promise<void> | null = null;

function Interrupted() {
  if (interruption) throw interruption;
  return null;
}

function Page({ onHydrated }: { onHydrated?: () => void }) {
  useLayoutEffect(() => onHydrated?.(), [onHydrated]); // before React goes on
  return (
    <HydrateLater>
      <Form />
      <Interrupted />
    </HydrateLater>
  );
}

type Fields = [brand: HTMLSelectElement, name: HTMLInputElement, extra: HTMLInputElement, send: HTMLButtonElement];

/**
 * A served page whose later part React has not hydrated yet.
 * @param enterEarly what is entered before the frame is hydrated
 */
async function hydrateFrame(
  enterEarly: (fields: Fields) => void = () => undefined,
): Promise<{ fields: Fields; replayInput: () => void; end: () => void }> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false; // `act` would hydrate all of it
  document.body.innerHTML = `<div id="root">${renderToString(<Page />)}</div>`;
  const container = document.getElementById('root')!;
  const fields = Array.from(container.querySelectorAll('select, input, button')) as Fields;
  enterEarly(fields);
  const replayInput = captureInput();
  let root: Root;
  await new Promise<void>((resolve) => (root = hydrateRoot(container, <Page onHydrated={resolve} />)));
  return {
    fields,
    replayInput,
    end: () => {
      root.unmount();
      globalThis.IS_REACT_ACT_ENVIRONMENT = true;
    },
  };
}

test.each([
  [1, 'Asha true'],
  [2, 'Asha false'],
])('what is filled in afterwards, without a key, and ticked %s times counts in such a part', async (ticks, shown) => {
  const { fields, replayInput, end } = await hydrateFrame();
  const [, name, extra] = fields;
  replayInput();
  name.value = 'Asha';
  for (const type of ['input', 'change']) name.dispatchEvent(new Event(type, { bubbles: true }));
  for (let tick = 0; tick < ticks; tick += 1) extra.click();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(` ${shown}`));
  expect([name.value, `${extra.checked}`].join(' ')).toBe(shown);
  extra.click();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(` Asha ${ticks === 2}`));
  end();
});

test('replays into a part that React has not hydrated yet', async () => {
  const { replayInput, end } = await hydrateFrame(([brand, name, extra]) => {
    brand.value = 'honda';
    name.value = 'Asha';
    extra.checked = true;
    wasUsed(name, brand, extra); // a text field first: React may not take what it says for its first value
  });
  replayInput();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('honda Asha true'));
  end();
});

test('what was entered before a press in such a part counts for the press', async () => {
  const { replayInput, end } = await hydrateFrame(([, name, extra, send]) => {
    name.value = 'Asha';
    extra.checked = true;
    wasUsed(name, extra, send);
  });
  replayInput();
  await waitFor(() => expect(screen.getByTestId('sent').textContent).toBe('Asha true'));
  end();
});

test('what is ticked in a part whose hydration was interrupted counts', async () => {
  const { fields, replayInput, end } = await hydrateFrame();
  const [, , extra] = fields;
  interruption = new Promise(() => undefined);
  replayInput();
  await waitFor(() => expect(extra).toHaveProperty('_valueTracker')); // React has begun
  interruption = null;
  extra.click();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('  true'));
  expect(extra.checked).toBe(true);
  end();
});
