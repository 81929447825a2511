import { serviceModes, type ServiceMode } from '@twostroke/shared/domain/booking-form';
import { formatDuration } from '@twostroke/shared/domain/duration';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';
import { explainQuoteRejection } from '@twostroke/shared/api/quote-messages';
import type { BookingFacts } from '../../model/booking-facts.ts';
import type { ModeQuotes } from './load-mode-quotes.ts';

export const modeTitles: Record<ServiceMode, string> = {
  doorstep: 'At your gate',
  pickup: 'Pickup and drop',
  workshop: 'At the workshop',
};

export interface ModeChoicesProps {
  facts: BookingFacts;
  /** Null while they load and when they can not be loaded: then every place can be chosen. */
  quotes: ModeQuotes | null;
  mode: ServiceMode | null;
  /** Id of the form that the choice belongs to. */
  form: string;
  onChoose: (mode: ServiceMode) => void;
  error: string | undefined;
}

/** The choice of mode, with its price or why it is not offered. */
export function ModeChoices({ facts, quotes, mode, form, onChoose, error }: ModeChoicesProps) {
  const costs = quotes && costsOf(quotes);
  return (
    <Choices id="mode" legend="Place" error={error}>
      {serviceModes.map((one) => {
        const rejection = quotes?.[one].refusals.find(({ code }) => code === 'mode_not_offered');
        return (
          <Choice
            key={one}
            form={form}
            name="mode"
            value={one}
            checked={mode === one && !rejection}
            onChange={() => onChoose(one)}
            title={modeTitles[one]}
            note={rejection ? explainQuoteRejection(rejection) : noteOf(one, facts)}
            end={costs && formatCost(costs[one])}
            unavailable={rejection ? 'not offered' : null}
          />
        );
      })}
    </Choices>
  );
}

function noteOf(mode: ServiceMode, facts: BookingFacts): string {
  const minutes = facts.modes.find((one) => one.mode === mode)?.lead_minutes;
  const notice = minutes ? ` From ${formatDuration(minutes)} ahead.` : '';
  if (mode === 'doorstep')
    return `The mechanic comes with tools and parts. Needs room to stand beside the bike.${notice}`;
  if (mode === 'pickup') return `We fetch the bike, work on it in the workshop and bring it back.${notice}`;
  return `You ride to ${facts.shop.address}.${notice}`;
}

/** Rupees that each place adds to the price; null when none adds any. */
function costsOf(quotes: ModeQuotes): Record<ServiceMode, number> | null {
  const cost = (mode: ServiceMode): number =>
    quotes[mode].lines.find(({ package_type }) => package_type === 'pickup')?.price ?? 0;
  const costs = { doorstep: cost('doorstep'), pickup: cost('pickup'), workshop: cost('workshop') };
  return serviceModes.some((mode) => costs[mode] > 0) ? costs : null;
}

function formatCost(rupees: number): string {
  return rupees === 0 ? formatRupees(0) : `+ ${formatRupees(rupees)}`;
}
