import type { SlotName } from '@twostroke/shared/contracts/manifest';
import type { SlotModule } from '@twostroke/shared/contracts/module';
import type { Registry, RegistrySlot } from '@twostroke/shared/contracts/registry';
import { useCallback, useEffect, useRef, useState } from 'react';
import { loadSlot } from './load-part.ts';
import { useRegistry } from './registry-context.tsx';

export type SlotState =
  | { status: 'waiting' | 'loading' | 'vacant' }
  | { status: 'ready'; fragment: SlotModule }
  /** attempts: how often the visitor saw it fail. */
  | { status: 'failed'; remote: string; attempts: number };

/** The remote that fills a slot, if one does. */
export function slotOf(registry: Registry, name: SlotName): RegistrySlot | undefined {
  return registry.slots.find((slot) => slot.name === name);
}

/**
 * Loads what fills a slot once it is wanted. A failure is a state, never an exception: it costs the slot only.
 * @returns the state and a function that tries again
 */
export function useSlot(name: SlotName, wanted: boolean): [SlotState, () => void] {
  const slot = slotOf(useRegistry(), name);
  const [state, setState] = useState<SlotState>({ status: slot ? 'waiting' : 'vacant' });
  // Not the remote's own count: that includes what failed ahead of being wanted, which nobody saw.
  const failures = useRef(0);
  const load = useCallback(() => {
    if (!slot) return;
    setState({ status: 'loading' });
    loadSlot(slot).then(
      (fragment) => setState({ status: 'ready', fragment }),
      () => {
        failures.current += 1;
        setState({ status: 'failed', remote: slot.remote, attempts: failures.current });
      },
    );
  }, [slot]);
  useEffect(() => {
    if (wanted && state.status === 'waiting') load();
  }, [load, state.status, wanted]);
  return [state, load];
}
