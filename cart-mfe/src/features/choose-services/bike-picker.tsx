import { brands } from '@twostroke/shared/domain/places';
import { vehicleOf, type SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { Field } from '@twostroke/shared/ui/field';
import { Select } from '@twostroke/shared/ui/select';
import { useState } from 'react';
import { DraftLoadProblem } from '../../parts/draft-load-problem.tsx';
import { useQuery } from '@twostroke/shared/api/use-query';
import { loadBrandModels } from './load-brand-models.ts';
import styles from './choose-services.module.css';

interface BikePickerProps {
  vehicle: SelectedVehicle | null;
  onChoose: (vehicle: SelectedVehicle | null) => void;
  error: string | undefined;
}

/** Brand, then model. */
export function BikePicker({ vehicle, onChoose, error }: BikePickerProps) {
  const [brandSlug, setBrandSlug] = useState<string>(vehicle?.brand.slug ?? '');
  const models = useQuery(brandSlug ? `models ${brandSlug}` : null, () => loadBrandModels(brandSlug));
  const known = models.status === 'ready' ? models.data : [];
  const chooseModel = (slug: string): void => {
    const brand = brands.find((one) => one.slug === brandSlug);
    const model = known.find((one) => one.slug === slug);
    onChoose(brand && model ? vehicleOf(brand, model) : null);
  };
  const chosen = vehicle?.brand.slug === brandSlug ? vehicle.model : null;
  return (
    <div className={styles.picker}>
      <Field label="Brand" id="brand" error={brandSlug ? undefined : error}>
        <Select
          value={brandSlug}
          onChange={(event) => {
            setBrandSlug(event.target.value);
            onChoose(null);
          }}
        >
          <option value="">Choose the brand</option>
          {brands.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Model"
        id="model"
        note={models.status === 'loading' ? 'Loading the models' : undefined}
        error={brandSlug ? error : undefined}
      >
        <Select value={chosen?.slug ?? ''} onChange={(event) => chooseModel(event.target.value)}>
          <option value="">{brandSlug ? 'Choose the model' : 'Choose the brand first'}</option>
          {chosen && !known.some(({ slug }) => slug === chosen.slug) && (
            <option value={chosen.slug}>{chosen.name}</option>
          )}
          {known.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {models.status === 'failed' && (
        <div className={styles.whole}>
          <DraftLoadProblem what="the models" error={models.error} onRetry={models.reload} />
        </div>
      )}
    </div>
  );
}
