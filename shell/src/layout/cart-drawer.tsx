import { cartDrawerAtom, Slot, type SlotFallback } from '@twostroke/shared/state';
import { shop } from '@twostroke/shared/domain/shop';
import { Drawer } from '@twostroke/shared/ui/drawer';
import { ErrorPanel } from '@twostroke/shared/ui/error-panel';
import { Spinner } from '@twostroke/shared/ui/spinner';
import { useAtom } from 'jotai';
import { useIdle } from './use-idle.ts';

/** The cart's place in the layout. Its code is loaded when the cart is opened, and when the browser is idle. */
export function CartDrawer() {
  const [open, setOpen] = useAtom(cartDrawerAtom);
  const idle = useIdle();
  return (
    <Slot
      name="cart-drawer"
      props={{}}
      wanted={open || idle}
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
