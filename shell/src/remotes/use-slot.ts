import type { SlotModule } from '@twostroke/shared/contracts/module';
import type { Registry, RegistrySlot } from '@twostroke/shared/contracts/registry';
import type { SlotName } from '@twostroke/shared/contracts/slots';
import { useCallback, useEffect, useRef, useState } from 'react';
import { hasFailed, loadSlot } from './load-remote.ts';
import { useWhenOnline } from './use-when-online.ts';

export type SlotState =
  | { status: 'waiting' | 'loading' }
  | { status: 'ready'; fragment: SlotModule }
  /** attempts: how often the visitor saw it fail. */
  | { status: 'failed'; attempts: number };

/** The remote that fills a slot, if one does. */
export function slotOf(registry: Registry, name: SlotName): RegistrySlot | undefined {
  return registry.slots.find((slot) => slot.name === name);
}

/**
 * Prefetches a slot's code because it will probably be needed. Not after a failure: the few retry addresses are kept
 * for visitors who ask.
 */
export function prefetchSlot(registry: Registry, name: SlotName): void {
  const slot = slotOf(registry, name);
  if (slot && !hasFailed(slot.remote)) loadSlot(slot).catch(() => undefined); // reported when the slot is shown
}

/**
 * Loads what fills a slot once it is needed, and retries a failed load when the browser is online again. A failure is a
 * state, never an exception: it affects only the slot.
 * @returns the state and a function that retries
 */
export function useSlot(slot: RegistrySlot | undefined, wanted: boolean): [SlotState, () => void] {
  const [state, setState] = useState<SlotState>({ status: 'waiting' });
  // Not the remote's own count, which includes failed prefetches that the visitor did not see.
  const failures = useRef(0);
  const load = useCallback(() => {
    if (!slot) return;
    setState({ status: 'loading' });
    loadSlot(slot).then(
      (fragment) => setState({ status: 'ready', fragment }),
      () => {
        failures.current += 1;
        setState({ status: 'failed', attempts: failures.current });
      },
    );
  }, [slot]);
  useEffect(() => {
    if (wanted && state.status === 'waiting') load();
  }, [load, state.status, wanted]);
  useWhenOnline(
    useCallback(() => {
      if (state.status === 'failed') load();
    }, [load, state.status]),
  );
  return [state, load];
}
