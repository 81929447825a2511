import type { SlotName } from '@twostroke/shared/contracts/manifest';
import type { Registry } from '@twostroke/shared/contracts/registry';
import { cartDrawerAtom } from '@twostroke/shared/state';
import { shop } from '@twostroke/shared/domain/shop';
import { Drawer } from '@twostroke/shared/ui/drawer';
import { ErrorPanel } from '@twostroke/shared/ui/error-panel';
import { Wheel } from '@twostroke/shared/ui/wheel';
import { useAtom } from 'jotai';
import { useIdle } from '../layout/use-idle.ts';
import { hasFailed, loadSlot, reloadPastCache } from './load-part.ts';
import { PartBoundary } from './part-boundary.tsx';
import { useRegistry } from './registry-context.tsx';
import { slotOf, useSlot } from './use-slot.ts';

/**
 * Starts loading a slot's code because it will probably be wanted. Not after a failure: there are few addresses to try
 * again at, and they are for those who ask.
 */
export function prefetchSlot(registry: Registry, name: SlotName): void {
  const slot = slotOf(registry, name);
  if (slot && !hasFailed(slot.remote)) loadSlot(slot).catch(() => undefined); // shown when it is really wanted
}

/** The cart's place in the layout. Its code is loaded when the browser is idle or the cart is opened. */
export function CartDrawer() {
  const [open, setOpen] = useAtom(cartDrawerAtom);
  const idle = useIdle();
  const registry = useRegistry();
  const [state, retry] = useSlot('cart-drawer', open || idle);
  const close = (): void => setOpen(false);
  const failure = (attempts: number, remote: string) => (
    <Drawer open={open} onClose={close} title="Your cart">
      <ErrorPanel
        title="This part is not available"
        onRetry={() => (attempts >= 2 ? void reloadPastCache(remote, registry) : retry())}
        phone={{ number: shop.phone, label: `Call ${shop.phoneShown}` }}
        whatsapp={shop.whatsApp}
      >
        The rest of the site works, and your cart is safe.
      </ErrorPanel>
    </Drawer>
  );
  if (state.status === 'ready')
    return (
      <PartBoundary fallback={() => failure(2, slotOf(registry, 'cart-drawer')?.remote ?? 'cart')}>
        <state.fragment.Component />
      </PartBoundary>
    );
  if (state.status === 'failed') return failure(state.attempts, state.remote);
  return (
    <Drawer open={open} onClose={close} title="Your cart">
      {state.status === 'vacant' ? (
        <p>The cart is closed for a moment. Call {shop.phoneShown} and we book you in.</p>
      ) : (
        <Wheel label="Loading your cart" />
      )}
    </Drawer>
  );
}
