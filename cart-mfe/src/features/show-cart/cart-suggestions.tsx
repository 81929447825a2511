import { formatDuration } from '@twostroke/shared/domain/duration';
import { formatRupees } from '@twostroke/shared/domain/money';
import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { addToCart } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { Heading } from '@twostroke/shared/ui/heading';
import { LineItem } from '@twostroke/shared/ui/line-item';
import { Text } from '@twostroke/shared/ui/text';
import { sentenceOfIncludedAddons, type CartOffer } from './cart-offer.ts';
import type { ModelAddon } from './load-model-addons.ts';
import styles from './show-cart.module.css';

const SHOWN_AT_ONCE = 3;

/** Add-ons that fit, and a sentence about those that the service already includes. */
export function CartSuggestions({ offer, vehicle }: { offer: CartOffer; vehicle: SelectedVehicle }) {
  const first = offer.suggestions.slice(0, SHOWN_AT_ONCE);
  const more = offer.suggestions.slice(SHOWN_AT_ONCE);
  const sentence = sentenceOfIncludedAddons(offer.alreadyIn);
  const row = (addon: ModelAddon) => <Suggestion key={addon.addon_slug} addon={addon} vehicle={vehicle} />;
  return (
    <div className={styles.suggestions}>
      {first.length > 0 && (
        <Heading level={3} size="s">
          {offer.hasService ? 'Goes with this service' : 'Add-ons that fit'}
        </Heading>
      )}
      <div>{first.map(row)}</div>
      {more.length > 0 && <Disclosure summary={`${more.length} more that fit`}>{more.map(row)}</Disclosure>}
      {sentence && (
        <Text size="small" muted>
          {sentence}
        </Text>
      )}
    </div>
  );
}

function Suggestion({ addon, vehicle }: { addon: ModelAddon; vehicle: SelectedVehicle }) {
  const add = (): void => {
    addToCart(
      {
        id: addon.addon_slug,
        name: addon.name,
        price: addon.price,
        package_type: 'addon',
        duration_minutes: addon.minutes,
      },
      vehicle,
    );
  };
  const minutes = addon.minutes > 0 ? formatDuration(addon.minutes) : null;
  return (
    <LineItem
      title={<span className={styles.addon}>{addon.name}</span>}
      value={
        <Button variant="line" small onClick={add} aria-label={`Add ${formatRupees(addon.price)}: ${addon.name}`}>
          Add {formatRupees(addon.price)}
        </Button>
      }
      note={[addon.summary, minutes].filter(Boolean).join(' ')}
    />
  );
}
