import {
  validatePlace,
  type BookingAddress,
  type ValidationError,
  type ServiceMode,
} from '@twostroke/shared/domain/booking-form';
import { parsePin, pinNotServedMessage } from '@twostroke/shared/domain/pin';
import { haptic } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { ErrorSummary } from '@twostroke/shared/ui/error-summary';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState, type FormEvent, type ReactNode } from 'react';
import { BackLink } from '../../parts/back-link.tsx';
import type { BookingFacts } from '../../model/booking-facts.ts';
import columns from '../../parts/columns.module.css';
import { jobKey, type Job } from '../../model/job.ts';
import { useQuery } from '@twostroke/shared/api/use-query';
import { AddressFields } from './address-fields.tsx';
import { loadModeQuotes } from './load-mode-quotes.ts';
import { ModeChoices } from './mode-choices.tsx';

export interface ChoosePlaceProps {
  facts: BookingFacts;
  job: Job;
  mode: ServiceMode | null;
  address: BookingAddress;
  onChange: (change: { mode?: ServiceMode; address?: BookingAddress }) => void;
  onDone: () => void;
  /** The server's rejection, if it is about the place. */
  rejected: ValidationError | null;
  /** For a PIN we do not serve yet. */
  unservedPin: (pin: string) => ReactNode;
}

/** Step 2: where the work is done, and where to find the bike. */
export function ChoosePlace(props: ChoosePlaceProps) {
  const { facts, job, mode, address, onChange, onDone, rejected, unservedPin } = props;
  const [attempt, setAttempt] = useState(0);
  // One cache key for all modes: otherwise each press would load the prices again.
  const quotes = useQuery(`places ${jobKey({ ...job, mode: 'workshop' })}`, () => loadModeQuotes(job));
  const known = quotes.status === 'ready' ? quotes.data : null;
  const impossible = mode && known?.[mode].refusals.some(({ code }) => code === 'mode_not_offered');
  const possible = impossible ? null : mode;
  const areas = facts.areas.map(({ slug }) => slug);
  const found = validatePlace(possible, address, areas, facts.pins);
  const shown = attempt > 0 ? found : rejected ? [rejected] : [];
  const pin = parsePin(address.pin);
  const isUnserved = possible !== 'workshop' && pin !== null && !facts.pins.includes(pin);
  const errorOf = (field: string): string | undefined =>
    field === 'pin' && isUnserved ? pinNotServedMessage : shown.find((each) => each.field === field)?.message;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (found.length === 0) onDone();
    else haptic('refused');
  }

  return (
    <Stack gap="l">
      <ErrorSummary errors={shown.map(({ field, message }) => ({ fieldId: field, message }))} attempt={attempt} />
      <div className={columns.even}>
        <ModeChoices
          facts={facts}
          quotes={known}
          mode={possible}
          onChoose={(next) => {
            // The address fields have just appeared: they can't be filled in yet.
            if (!possible) setAttempt(0);
            onChange({ mode: next });
          }}
          error={errorOf('mode')}
        />
        <Stack gap="l">
          <form id="place-form" onSubmit={submit} noValidate>
            {possible && possible !== 'workshop' && (
              <AddressFields
                address={address}
                facts={facts}
                onChange={(next) => onChange({ address: next })}
                errorOf={errorOf}
              />
            )}
          </form>
          {possible && isUnserved && unservedPin(pin)}
          <Stack start>
            <Button type="submit" form="place-form" wide>
              Continue to day and time
            </Button>
            <BackLink to="services">Back to bike and service</BackLink>
          </Stack>
        </Stack>
      </div>
    </Stack>
  );
}
