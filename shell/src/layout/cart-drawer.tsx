import { cartDrawerAtom, Slot, type SlotFallback } from '@twostroke/shared/state';
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
    return (
      <ErrorPanel title="The cart is closed for the moment">
        What is in it is safe. We open it again soon. Till then, call us and we book you in.
      </ErrorPanel>
    );
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
