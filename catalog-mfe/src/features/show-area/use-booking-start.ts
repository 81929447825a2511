import { paths } from '@twostroke/shared/contracts/paths';
import { cartAtom, vehicleAtom } from '@twostroke/shared/state';
import { useAtomValue } from 'jotai';

/** Where booking continues for this customer: at the time step when the cart has items, else at the bike's services. */
export function useBookingStart(): string {
  const { items } = useAtomValue(cartAtom);
  const vehicle = useAtomValue(vehicleAtom);
  if (items.length > 0) return paths.bookService();
  return vehicle ? paths.bike(vehicle.brand.slug, vehicle.model.slug) : paths.bikes();
}
