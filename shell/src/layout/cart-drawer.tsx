import type { Registry } from '@twostroke/shared/contracts/registry';
import { matchRoutes, useLocation } from '@twostroke/shared/router';
import { cartDrawerAtom, Slot, type SlotFallback } from '@twostroke/shared/state';
import { shop } from '@twostroke/shared/domain/shop';
import { Drawer } from '@twostroke/shared/ui/drawer';
import { ErrorPanel } from '@twostroke/shared/ui/error-panel';
import { Spinner } from '@twostroke/shared/ui/spinner';
import { useAtom } from 'jotai';
import { useRegistry } from '../remotes/registry-context.tsx';
import { useIdle } from './use-idle.ts';

/** Whether the page is for admins only: they work there all day and rarely open a cart. */
function useAdminPage(registry: Registry): boolean {
  const { pathname } = useLocation();
  return matchRoutes(registry.routes, pathname)?.at(-1)?.route.access === 'admin';
}

/**
 * The cart's place in the layout. Its code is loaded when the cart is opened, and on pages for customers also when the
 * browser is idle: admins download only what they ask for.
 */
export function CartDrawer() {
  const [open, setOpen] = useAtom(cartDrawerAtom);
  const idle = useIdle();
  const adminPage = useAdminPage(useRegistry());
  return (
    <Slot
      name="cart-drawer"
      props={{}}
      wanted={open || (idle && !adminPage)}
      fallback={(state) => (
        <Drawer open={open} onClose={() => setOpen(false)} title="Your cart">
          <WithoutCart state={state} />
        </Drawer>
      )}
    />
  );
}

function WithoutCart({ state }: { state: SlotFallback }) {
  if (state.status === 'vacant')
    return <p>The cart is closed for a moment. Call {shop.phoneShown} and we book you in.</p>;
  if (state.status !== 'failed') return <Spinner label="Loading your cart" />;
  return (
    <ErrorPanel
      title="This part is not available"
      onRetry={state.thrown || state.attempts >= 2 ? state.reload : state.retry}
    >
      The rest of the site works, and your cart is safe.
    </ErrorPanel>
  );
}
