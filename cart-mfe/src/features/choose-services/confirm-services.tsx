import { paths } from '@twostroke/shared/contracts/paths';
import { cartSubtotal, type Cart } from '@twostroke/shared/domain/cart';
import { orderedItem } from '@twostroke/shared/domain/declined-work';
import { formatRupees } from '@twostroke/shared/domain/money';
import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { cartDrawerAtom, removeFromCart } from '@twostroke/shared/state';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Bike } from '@twostroke/shared/ui/bike';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { LineItem } from '@twostroke/shared/ui/line-item';
import { Note } from '@twostroke/shared/ui/note';
import { Price } from '@twostroke/shared/ui/price';
import { Stack } from '@twostroke/shared/ui/stack';
import { Sums } from '@twostroke/shared/ui/sums';
import { useSetAtom } from 'jotai';
import { cartTime, itemTime } from '../../model/cart-time.ts';
import { stepPath } from '../../model/steps.ts';
import type { QuoteRejection } from '@twostroke/shared/api/quote';
import { explainQuoteRejection } from '@twostroke/shared/api/quote-messages';
import columns from '../../parts/columns.module.css';
import styles from './choose-services.module.css';

export interface ConfirmServicesProps {
  cart: Cart;
  vehicle: SelectedVehicle;
  /** Items that the shop no longer sells, or not in this combination. */
  rejections: readonly QuoteRejection[];
  onChange: () => void;
}

/** The cart, before it becomes a booking. */
export function ConfirmServices({ cart, vehicle, rejections, onChange }: ConfirmServicesProps) {
  const openCart = useSetAtom(cartDrawerAtom);
  return (
    <div className={columns.wide}>
      <Stack>
        {rejections.map(({ item_id, ...rejection }, index) => (
          <Note tone="stop" role="alert" key={`${item_id} ${rejection.code} ${index}`}>
            <p>{explainQuoteRejection(rejection)}</p>
            {/* Of two lines of one item the later one is too much. */}
            {cart.items
              .filter((item) => orderedItem(item).id === item_id)
              .slice(-1)
              .map(({ id, name }) => (
                <Button variant="line" small key={id} onClick={() => removeFromCart(id)}>
                  Remove {name}
                </Button>
              ))}
          </Note>
        ))}
        <JobCard>
          <JobCardHead title={`${vehicle.brand.name} ${vehicle.model.name}`} />
          <JobCardBody>
            <div>
              {cart.items.map((item) => (
                <LineItem
                  key={item.id}
                  title={item.quantity > 1 ? `${item.quantity} × ${item.name}` : item.name}
                  value={<Price rupees={item.price * item.quantity} />}
                  note={[
                    item.package_type === 'addon' ? 'Add-on' : null,
                    item.duration_minutes > 0 ? itemTime(item) : null,
                  ]
                    .filter(Boolean)
                    .join(', ')}
                />
              ))}
            </div>
            <Sums
              rows={[
                { label: 'Takes', value: cartTime(cart) },
                { label: 'So far, GST included', value: formatRupees(cartSubtotal(cart)), total: true },
              ]}
            />
          </JobCardBody>
        </JobCard>
        <Stack gap="s" start>
          <Button variant="quiet" onClick={() => openCart(true)}>
            Add or remove add-ons
          </Button>
          <Button variant="quiet" onClick={onChange}>
            Another bike or service
          </Button>
        </Stack>
      </Stack>
      <Stack>
        {rejections.length === 0 ? (
          <ButtonLink to={stepPath('time')} wide>
            Continue to place and time
          </ButtonLink>
        ) : (
          <p>Remove what does not fit, then go on.</p>
        )}
        <p>
          Not sure it is the right one? See{' '}
          <Anchor to={paths.bike(vehicle.brand.slug, vehicle.model.slug)}>all services for {vehicle.model.name}</Anchor>
          .
        </p>
        <Bike standing body={vehicle.model.body} className={styles.bike} />
      </Stack>
    </div>
  );
}
