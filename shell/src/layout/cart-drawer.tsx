import { shop } from '@twostroke/shared/domain/shop';
import { cartDrawerAtom, cartDrawerId, Slot, store, type SlotFallback } from '@twostroke/shared/state';
import { Drawer } from '@twostroke/shared/ui/drawer';
import { ErrorPanel } from '@twostroke/shared/ui/error-panel';
import { isModalOpen } from '@twostroke/shared/ui/modal';
import { Spinner } from '@twostroke/shared/ui/spinner';
import { useAtom } from 'jotai';
import styles from './cart-drawer.module.css';
import { useIdle } from './use-idle.ts';

/** In each document too, for an early press; the sentence shows after a while, also where no script ever comes. */
const loading = (
  <>
    <Spinner label="Loading your cart" />
    <p className={styles.late}>
      If it takes long, reload the page, or call <a href={`tel:${shop.phone}`}>{shop.phoneShown}</a> and we book you in.
    </p>
  </>
);

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
        <Drawer id={cartDrawerId} open={open} onClose={() => setOpen(false)} title="Your cart">
          {open ? <WithoutCart state={state} /> : loading}
        </Drawer>
      )}
    />
  );
}

/** Tells the page that an early press has opened the cart. */
export function keepCartOpen(): void {
  if (isModalOpen(cartDrawerId)) store.set(cartDrawerAtom, true);
}

/** Replays early presses, and leaves the cart as the visitor left it: a replayed press opens none that was closed again. */
export function keepEarlyCart(replayInput: () => void): void {
  const wasClosed = document.getElementById(cartDrawerId)?.dataset['early'] === '' && !isModalOpen(cartDrawerId);
  replayInput();
  if (wasClosed) store.set(cartDrawerAtom, false);
  else keepCartOpen();
}

function WithoutCart({ state }: { state: SlotFallback }) {
  if (state.status === 'vacant')
    return (
      <ErrorPanel title="The cart is closed for the moment">
        What is in it is safe. We open it again soon. Till then, call us and we book you in.
      </ErrorPanel>
    );
  if (state.status !== 'failed') return loading;
  return (
    <ErrorPanel
      title="This part is not available"
      onRetry={state.thrown || state.attempts >= 2 ? state.reload : state.retry}
    >
      The rest of the site works, and your cart is safe.
    </ErrorPanel>
  );
}
