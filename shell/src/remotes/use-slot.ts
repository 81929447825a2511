import type { SlotName } from '@twostroke/shared/contracts/manifest';
import type { SlotModule } from '@twostroke/shared/contracts/module';
import type { Registry, RegistrySlot } from '@twostroke/shared/contracts/registry';
import { useCallback, useEffect, useState } from 'react';
import { loadSlot } from './load-part.ts';
import { RemoteFailure } from './remote-failure.ts';
import { useRegistry } from './registry-context.tsx';

export type SlotState =
  | { status: 'waiting' | 'loading' | 'vacant' }
  | { status: 'ready'; fragment: SlotModule }
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
  const load = useCallback(() => {
    if (!slot) return;
    setState({ status: 'loading' });
    loadSlot(slot).then(
      (fragment) => setState({ status: 'ready', fragment }),
      (failure: unknown) =>
        setState({
          status: 'failed',
          remote: slot.remote,
          attempts: failure instanceof RemoteFailure ? failure.attempts : 1,
        }),
    );
  }, [slot]);
  useEffect(() => {
    if (wanted && state.status === 'waiting') load();
  }, [load, state.status, wanted]);
  return [state, load];
}
