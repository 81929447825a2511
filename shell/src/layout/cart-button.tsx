import { cartCount } from '@twostroke/shared/domain/cart';
import { cartAtom, cartDrawerAtom, cartDrawerId, usePrefetchSlot } from '@twostroke/shared/state';
import { Icon } from '@twostroke/shared/ui/icon';
import { cart as cartIcon } from '@twostroke/shared/ui/icons';
import { opensModalEarly } from '@twostroke/shared/ui/modal';
import { useAtomValue, useSetAtom } from 'jotai';
import styles from './header-button.module.css';

/** Opens the cart. Its count reads the shared atom, so the cart's code is not needed for it. */
export function CartButton() {
  const count = cartCount(useAtomValue(cartAtom));
  const openDrawer = useSetAtom(cartDrawerAtom);
  const prefetchSlot = usePrefetchSlot();
  const label = count === 0 ? 'Cart, empty' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`;
  const prefetch = (): void => prefetchSlot('cart-drawer');
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      aria-haspopup="dialog"
      onClick={() => openDrawer(true)}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      {...opensModalEarly(cartDrawerId)}
    >
      <Icon path={cartIcon} />
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count}
        </span>
      )}
    </button>
  );
}
