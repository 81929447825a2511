import type { BookingAddress, ServiceMode } from '@twostroke/shared/domain/booking-form';
import { parsePin, pinNotServedMessage } from '@twostroke/shared/domain/pin';
import { Stack } from '@twostroke/shared/ui/stack';
import type { ReactNode } from 'react';
import type { BookingFacts } from '../../model/booking-facts.ts';
import { AddressFields } from './address-fields.tsx';
import { ModeChoices } from './mode-choices.tsx';
import type { Place } from './use-place.ts';

export interface ChoosePlaceProps {
  facts: BookingFacts;
  place: Place;
  address: BookingAddress;
  /** Id of the form that the fields belong to: it stands beside them, because a form can't contain `unservedPin`. */
  form: string;
  onChange: (change: { mode?: ServiceMode; address?: BookingAddress }) => void;
  errorOf: (field: string) => string | undefined;
  /** For a PIN we do not serve yet. */
  unservedPin: (pin: string) => ReactNode;
}

/** Where the work is done, and where to find the bike. */
export function ChoosePlace({ facts, place, address, form, onChange, errorOf, unservedPin }: ChoosePlaceProps) {
  const { quotes, mode } = place;
  const pin = parsePin(address.pin);
  const atCustomer = mode !== null && mode !== 'workshop';
  const isUnserved = atCustomer && pin !== null && !facts.pins.includes(pin);
  return (
    <Stack gap="l">
      <ModeChoices
        facts={facts}
        quotes={quotes}
        mode={mode}
        form={form}
        onChoose={(next) => onChange({ mode: next })}
        error={errorOf('mode')}
      />
      {atCustomer && (
        <AddressFields
          address={address}
          facts={facts}
          form={form}
          onChange={(next) => onChange({ address: next })}
          errorOf={(field) => (field === 'pin' && isUnserved ? pinNotServedMessage : errorOf(field))}
        />
      )}
      {isUnserved && unservedPin(pin)}
    </Stack>
  );
}
