import type { Access } from '@twostroke/shared/contracts/manifest';
import type { Registry, RegistryRoute } from '@twostroke/shared/contracts/registry';
import type { SlotName, Slots } from '@twostroke/shared/contracts/slots';
import { sessionAtom, SlotHostProvider, type Session, type SlotHost, type SlotProps } from '@twostroke/shared/state';
import { useAtomValue } from 'jotai';
import { useMemo, type ComponentType, type ReactNode } from 'react';
import { reloadPastCache } from './load-remote.ts';
import { RemoteBoundary } from './remote-boundary.tsx';
import { isSwitchedOff, RegistryProvider, useRegistry } from './registry-context.tsx';
import { prefetchSlot, slotOf, useSlot } from './use-slot.ts';

/** Provides the registry to the layout and to pages of remotes, so that the slots they place can be filled. */
export function RemotesProvider({ registry, children }: { registry: Registry; children: ReactNode }) {
  const host = useMemo<SlotHost>(
    () => ({
      render: (place) => <LiveSlot key={place.name} {...place} />,
      prefetch: (name) => prefetchSlot(registry, name),
    }),
    [registry],
  );
  return (
    <RegistryProvider value={registry}>
      <SlotHostProvider value={host}>{children}</SlotHostProvider>
    </RegistryProvider>
  );
}

/** Starts loading the slots that a route's page will place at this fragment, beside the page's own code. */
export function prefetchSlots(registry: Registry, { places = [] }: RegistryRoute, hash: string): void {
  for (const { slot, fragment } of places)
    if (slotOf(registry, slot)?.access === 'public' && (!fragment || hash.startsWith(`#${fragment}=`)))
      prefetchSlot(registry, slot);
}

/** The fragment that a remote provides for a slot, in its own error boundary. */
function LiveSlot<Name extends SlotName>({ name, props, wanted = true, fallback }: SlotProps<Name>): ReactNode {
  const registry = useRegistry();
  const slot = slotOf(registry, name);
  const session = useAtomValue(sessionAtom);
  const allowed = slot !== undefined && !isSwitchedOff(registry, slot.remote) && hasAccess(slot.access, session);
  const [state, load] = useSlot(slot, wanted && allowed);
  if (!allowed) return fallback({ status: 'vacant' });
  const reload = (): void => void reloadPastCache(slot.remote, registry);
  if (state.status === 'failed') return fallback({ ...state, thrown: false, retry: load, reload });
  if (state.status !== 'ready') return fallback({ status: 'loading' });
  // By contract between shell and remotes, the fragment of a slot takes the props of the slot.
  const Fragment = state.fragment.Component as ComponentType<Slots[Name]>;
  return (
    <RemoteBoundary
      fallback={(retry, attempts) => fallback({ status: 'failed', attempts, thrown: true, retry, reload })}
    >
      <Fragment {...props} />
    </RemoteBoundary>
  );
}

function hasAccess(access: Access, session: Session): boolean {
  if (access === 'public') return true;
  return session.status === 'signed-in' && (access === 'user' || session.isAdmin === true);
}
