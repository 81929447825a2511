import { cartCount, cartSubtotal } from '@twostroke/shared/domain/cart';
import { formatRupees } from '@twostroke/shared/domain/money';
import { paths } from '@twostroke/shared/contracts/paths';
import { cartAtom, cartDrawerAtom, vehicleAtom } from '@twostroke/shared/state';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Drawer } from '@twostroke/shared/ui/drawer';
import { Stack } from '@twostroke/shared/ui/stack';
import { Sums } from '@twostroke/shared/ui/sums';
import { useAtom, useAtomValue } from 'jotai';
import { useQuery } from '@twostroke/shared/api/use-query';
import { cartTime } from '../../model/cart-time.ts';
import { CartBike } from './cart-bike.tsx';
import { CartLine } from './cart-line.tsx';
import { cartOffer } from './cart-offer.ts';
import { CartSuggestions } from './cart-suggestions.tsx';
import { DeclinedOffers } from './declined-offers.tsx';
import { EmptyCart } from './empty-cart.tsx';
import { loadModelAddons } from './load-model-addons.ts';

/** The cart, in the drawer that the header's button opens. */
export function ShowCart() {
  const cart = useAtomValue(cartAtom);
  const bike = useAtomValue(vehicleAtom);
  const [open, setOpen] = useAtom(cartDrawerAtom);
  const close = (): void => setOpen(false);
  const { vehicle } = cart;
  const model = vehicle?.modelId ?? '';
  const isEmpty = cartCount(cart) === 0;
  const addons = useQuery(open && vehicle && !isEmpty ? `addons ${model}` : null, () => loadModelAddons(model));
  const known = addons.status === 'ready' ? addons.data : [];
  const most = (id: string): number => known.find((addon) => addon.addon_slug === id)?.max_quantity ?? 1;
  const foot = (
    <Stack>
      <Sums
        rows={[
          { label: 'Takes', value: cartTime(cart) },
          { label: 'Subtotal, GST included', value: formatRupees(cartSubtotal(cart)), total: true },
        ]}
      />
      <ButtonLink to={paths.bookService()} wide onClick={close}>
        Book a time
      </ButtonLink>
    </Stack>
  );
  return (
    <Drawer open={open} onClose={close} title="Your cart" closeLabel="Close cart" foot={isEmpty ? undefined : foot}>
      {isEmpty || !vehicle ? (
        <EmptyCart vehicle={bike} onLeave={close} />
      ) : (
        <>
          <CartBike vehicle={vehicle} onLeave={close} />
          {cart.items.map((item) => (
            <CartLine key={item.id} item={item} maxQuantity={Math.max(most(item.id), item.quantity)} />
          ))}
          <DeclinedOffers cart={cart} vehicle={vehicle} isOpen={open} />
          <CartSuggestions offer={cartOffer(cart, known)} vehicle={vehicle} />
        </>
      )}
    </Drawer>
  );
}
