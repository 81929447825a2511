import type { CartItem } from '@twostroke/shared/domain/cart';
import { formatRupees } from '@twostroke/shared/domain/money';
import { removeFromCart, setQuantity } from '@twostroke/shared/state';
import { IconButton } from '@twostroke/shared/ui/icon-button';
import { bin } from '@twostroke/shared/ui/icons';
import { LineItem } from '@twostroke/shared/ui/line-item';
import { Price } from '@twostroke/shared/ui/price';
import { Quantity } from './quantity.tsx';
import { itemTime } from '../../model/cart-time.ts';
import styles from './show-cart.module.css';

export interface CartLineProps {
  item: CartItem;
  /** The largest quantity. */
  maxQuantity: number;
}

/** One line of the cart: item, price, duration and a button to remove it. */
export function CartLine({ item, maxQuantity }: CartLineProps) {
  const facts = [
    item.package_type === 'addon' && 'Add-on',
    maxQuantity > 1 && `${formatRupees(item.price)} each`,
    item.duration_minutes > 0 && itemTime(item),
  ].filter(Boolean);
  return (
    <LineItem
      title={item.name}
      value={<Price rupees={item.price * item.quantity} />}
      note={facts.join(', ')}
      action={
        maxQuantity > 1 ? (
          <span className={styles.several}>
            <Quantity
              label={`How many: ${item.name}`}
              value={item.quantity}
              max={maxQuantity}
              onChange={(quantity) => setQuantity(item.id, quantity)}
            />
            <IconButton label={`Remove ${item.name}`} icon={bin} onClick={() => removeFromCart(item.id)} />
          </span>
        ) : (
          <IconButton label={`Remove ${item.name}`} icon={bin} onClick={() => removeFromCart(item.id)} />
        )
      }
    />
  );
}
