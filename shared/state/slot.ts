import { createContext, useContext, type ReactNode } from 'react';
import type { SlotName, Slots } from '../contracts/slots.ts';

/** Why a slot shows its fallback. `vacant`: no live remote fills it for this visitor, or the shop has switched it off. */
export type SlotFallback = { status: 'vacant' | 'loading' } | SlotFailure;

export interface SlotFailure {
  status: 'failed';
  /** How often the visitor saw it fail. */
  attempts: number;
  /** Whether it loaded and then threw while rendering. */
  thrown: boolean;
  /** Loads or renders the fragment again. */
  retry: () => void;
  /** Fetches its files past every cache and reloads the page: for a repeated failure. */
  reload: () => void;
}

export interface SlotProps<Name extends SlotName> {
  name: Name;
  /** The props of the fragment. */
  props: Slots[Name];
  /** Its code is loaded as soon as this is true; at once by default. */
  wanted?: boolean;
  /** The fallback without the fragment: a remote that is down affects only the slot. */
  fallback: (state: SlotFallback) => ReactNode;
}

/** The shell's side of slots: it knows which remote fills which slot. */
export interface SlotHost {
  render: <Name extends SlotName>(place: SlotProps<Name>) => ReactNode;
  /** Prefetches the fragment of a slot that will probably be shown. */
  prefetch: (name: SlotName) => void;
}

const emptyHost: SlotHost = { render: ({ fallback }) => fallback({ status: 'vacant' }), prefetch: () => undefined };
const SlotHostContext = createContext(emptyHost);

export const SlotHostProvider = SlotHostContext.Provider;

/** Shows the fragment that another remote provides, in a layout or a page. */
export function Slot<Name extends SlotName>(place: SlotProps<Name>): ReactNode {
  return useContext(SlotHostContext).render(place);
}

/** @returns a function that prefetches the fragment of a slot */
export function usePrefetchSlot(): SlotHost['prefetch'] {
  return useContext(SlotHostContext).prefetch;
}
