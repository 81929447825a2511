import { createContext, useContext, type ReactNode } from 'react';
import type { SlotName, Slots } from '../contracts/slots.ts';

/** Why a slot shows its fallback. `vacant`: no live remote fills it for this visitor. */
export type SlotFallback = { status: 'vacant' | 'loading' } | SlotFailure;

export interface SlotFailure {
  status: 'failed';
  /** How often the visitor saw it fail. */
  attempts: number;
  /** It was loaded, and threw while it rendered. */
  thrown: boolean;
  /** Loads or renders the fragment again. */
  retry: () => void;
  /** Fetches its files past every cache and reloads the page: for a repeated failure. */
  reload: () => void;
}

export interface SlotProps<Name extends SlotName> {
  name: Name;
  /** What the fragment is given. */
  props: Slots[Name];
  /** Its code is loaded as soon as this is true; at once by default. */
  wanted?: boolean;
  /** The fallback without the fragment: a remote that is down affects only the slot. */
  fallback: (state: SlotFallback) => ReactNode;
}

/** The shell's side of slots: it knows which remote fills which. */
export interface SlotHost {
  render: <Name extends SlotName>(place: SlotProps<Name>) => ReactNode;
  /** Loads what fills a slot because it will probably be wanted. */
  prefetch: (name: SlotName) => void;
}

const emptyHost: SlotHost = { render: ({ fallback }) => fallback({ status: 'vacant' }), prefetch: () => undefined };
const SlotHostContext = createContext(emptyHost);

export const SlotHostProvider = SlotHostContext.Provider;

/** A place for what another remote lends, in a layout or a page. */
export function Slot<Name extends SlotName>(place: SlotProps<Name>): ReactNode {
  return useContext(SlotHostContext).render(place);
}

/** @returns loads what fills a slot ahead of its use */
export function usePrefetchSlot(): SlotHost['prefetch'] {
  return useContext(SlotHostContext).prefetch;
}
