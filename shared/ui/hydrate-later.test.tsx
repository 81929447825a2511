import { waitFor } from '@testing-library/react';
import { atom, createStore, Provider, useAtomValue } from 'jotai';
import { useLayoutEffect } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { HydrateLater } from './hydrate-later.tsx';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

const bikeAtom = atom('No bike');
let store: ReturnType<typeof createStore>;
let root: Root;
let happened: string[];

function Part({ name }: { name: string }) {
  const bike = useAtomValue(bikeAtom);
  useLayoutEffect(() => void happened.push(`${name} is hydrated`), [name]);
  return <button onClick={() => happened.push(`${name} is pressed`)}>{bike}</button>;
}

function Page({ onHydrated }: { onHydrated?: () => void }) {
  useLayoutEffect(() => onHydrated?.(), [onHydrated]); // before React goes on
  return (
    <Provider store={store}>
      <HydrateLater>
        <Part name="below" />
        <HydrateLater>
          <Part name="further below" />
        </HydrateLater>
      </HydrateLater>
      <Part name="above" />
    </Provider>
  );
}

const buttons = () => Array.from(document.querySelectorAll('button'));

/** Resolves as soon as the page has been hydrated without its later part. */
async function hydrate(): Promise<void> {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Page />);
  await new Promise<void>((resolve) => {
    root = hydrateRoot(container, <Page onHydrated={resolve} />, {
      onRecoverableError: (failure) => happened.push(String(failure)),
    });
  });
}

const allHydrated = () => waitFor(() => expect(happened).toContain('further below is hydrated'));

beforeEach(() => {
  store = createStore();
  happened = [];
  globalThis.IS_REACT_ACT_ENVIRONMENT = false; // `act` would hydrate everything at once
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
});

test('is hydrated after what follows it, all of it at once', async () => {
  await hydrate();
  expect(happened).toEqual(['above is hydrated']);
  expect(document.body.innerHTML.split('<!--$-->')).toHaveLength(2); // one boundary
  await allHydrated();
  expect(happened).toEqual(['above is hydrated', 'below is hydrated', 'further below is hydrated']);
});

test('answers a press at once', async () => {
  await hydrate();
  buttons()[0]!.click();
  expect(happened).toEqual(['above is hydrated', 'below is hydrated', 'further below is hydrated', 'below is pressed']);
});

test('is hydrated as it was rendered, and then shows the bike that has loaded meanwhile', async () => {
  await hydrate();
  store.set(bikeAtom, 'Classic 350');
  const [below] = buttons();
  await waitFor(() => expect(buttons().map(({ textContent }) => textContent)).toEqual(Array(3).fill('Classic 350')));
  expect(happened).toEqual(['above is hydrated', 'below is hydrated', 'further below is hydrated']);
  expect(buttons()[0]).toBe(below);
});
