import { formatKm } from '@twostroke/shared/domain/figures';
import { Cells } from '@twostroke/shared/ui/cells';
import { formatLitres, type CatalogModel } from '../../model/model.ts';

const cooling: Readonly<Record<CatalogModel['cooling'], string>> = {
  air: 'air-cooled',
  oil: 'air and oil cooled',
  liquid: 'liquid-cooled',
};

/** The four facts of a bike that decide what a service needs. */
export function BikeCells({ model }: { model: CatalogModel }) {
  return (
    <Cells
      columns={4}
      cells={[
        { label: 'Engine', value: `${Number(model.engine_cc)}\u00a0cc`, note: cooling[model.cooling] },
        { label: 'Engine oil', value: formatLitres(model.oil_litres), note: oilWords(model) },
        {
          label: 'Drive',
          value: model.drive === 'chain' ? 'Chain' : 'Belt',
          note: model.drive === 'chain' ? null : 'with CVT',
        },
        { label: 'Service every', value: formatKm(model.interval_km), note: `or ${model.interval_months} months` },
      ]}
    />
  );
}

/** Our default, or what decides where we have none. */
function oilWords({ oil_grade, jaso }: CatalogModel): string {
  return oil_grade
    ? [oil_grade, jaso, 'if your handbook agrees'].filter(Boolean).join(', ')
    : 'grade as in your handbook';
}
