import { formatKm } from '@twostroke/shared/domain/figures';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Cells, type Cell } from '@twostroke/shared/ui/cells';
import { formatLitres, type CatalogModel } from '../../model/model.ts';
import { formatJobTime } from '@twostroke/shared/domain/duration';
import type { Offer } from '../../model/offer.ts';
import { modeWords } from '../../model/service-mode.ts';

/** Categories that are done again every interval. */
const regular = new Set(['periodic-service', 'oil-and-fluids']);

/** Whether a package is due again every so many kilometres. */
export function isRegular({ category_slug }: Offer): boolean {
  return regular.has(category_slug);
}

/** The four facts at the top of a service's page. */
export function ServiceCells({ offer, model }: { offer: Offer; model: CatalogModel }) {
  const cells: Cell[] = [
    {
      label: offer.price_is_from ? 'Price from, GST included' : 'Price, GST included',
      value: formatRupees(offer.price),
      note: offer.price_is_from ? 'final after inspection' : offer.fee_adjusted ? 'off the repair bill' : null,
    },
    {
      label: offer.two_day ? 'Time in the workshop' : 'Takes',
      value: formatJobTime(offer),
      note: offer.two_day ? 'ready two working days later' : offer.next_day_only ? 'tomorrow at the earliest' : null,
    },
    isRegular(offer) ? oilCell(offer, model) : whereCell(offer),
    isRegular(offer)
      ? {
          label: 'Due every',
          value: formatKm(model.interval_km),
          note: `or ${model.interval_months} months`,
        }
      : offer.checks !== null
        ? { label: 'Checks', value: offer.checks, note: 'each one ticked' }
        : { label: 'Workmanship warranty', value: '30\u00a0days', note: 'or 1,000\u00a0km' },
  ];
  return <Cells columns={4} cells={cells} />;
}

function oilCell({ oil_included }: Offer, { oil_litres }: CatalogModel): Cell {
  return oil_included
    ? { label: 'Engine oil', value: formatLitres(oil_litres), note: 'included' }
    : { label: 'Engine oil', value: 'Top-up', note: 'a change is not included' };
}

function whereCell({ modes }: Offer): Cell {
  const [first = 'workshop', ...others] = modes;
  const rest = others.map((mode) => modeWords[mode].toLowerCase()).join(', ');
  return { label: 'Where', value: modeWords[first], note: rest && `or ${rest}` };
}
