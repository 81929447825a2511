import { createStore, Provider, useStore } from 'jotai';
import { createContext, Suspense, useContext, useState, useSyncExternalStore, type ReactNode } from 'react';

const IsLater = createContext(false);

/**
 * A part of a served document that React hydrates after the rest, or at once when someone presses or types in it.
 * Cart, bike and session may have loaded by then: it is hydrated without them, as it was rendered, and then shows them.
 * In a page that the browser renders it changes nothing.
 */
export function HydrateLater({ children }: { children: ReactNode }) {
  if (useContext(IsLater)) return children;
  return (
    <Suspense>
      <AsServed>
        <IsLater value>{children}</IsLater>
      </AsServed>
    </Suspense>
  );
}

function AsServed({ children }: { children: ReactNode }) {
  const store = useStore();
  const [served] = useState(createStore);
  const isHydrated = useSyncExternalStore(neverChanges, yes, no);
  return <Provider store={isHydrated ? store : served}>{children}</Provider>;
}

const neverChanges = () => () => undefined;
const yes = () => true;
const no = () => false;
