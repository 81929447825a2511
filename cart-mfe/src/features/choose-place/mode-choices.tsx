import { serviceModes, type ServiceMode } from '@twostroke/shared/domain/booking-form';
import { formatDuration } from '@twostroke/shared/domain/duration';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';
import type { BookingFacts } from '../../booking/booking-facts.ts';
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
  onChoose: (mode: ServiceMode) => void;
  fault: string | undefined;
}

/** Where the work is done, with what each place allows and costs. */
export function ModeChoices({ facts, quotes, mode, onChoose, fault }: ModeChoicesProps) {
  return (
    <Choices id="mode" legend="Place" error={fault}>
      {serviceModes.map((one) => {
        const refusal = quotes?.[one].refusals.find(({ code }) => code === 'mode_not_offered');
        return (
          <Choice
            key={one}
            name="mode"
            value={one}
            checked={mode === one && !refusal}
            onChange={() => onChoose(one)}
            title={modeTitles[one]}
            note={refusal?.reason ?? noteOf(one, facts)}
            end={quotes ? costOf(quotes[one]) : null}
            unavailable={refusal ? 'not offered' : null}
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

function costOf(quote: ModeQuotes[ServiceMode]): string {
  const line = quote.lines.find(({ package_type }) => package_type === 'pickup');
  if (!line) return 'no extra';
  return line.price === 0 ? 'free' : `+ ${formatRupees(line.price)}`;
}
