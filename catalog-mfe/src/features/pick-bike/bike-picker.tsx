import { brands } from '@twostroke/shared/domain/places';
import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { JobCard, JobCardBody, JobCardFoot, JobCardHead } from '@twostroke/shared/ui/job-card';
import { Select } from '@twostroke/shared/ui/select';
import { useId, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import styles from './bike-picker.module.css';
import type { PickableModel } from './read-models.ts';
import { useBikeChoice, type BikeChoice } from './use-bike-choice.ts';

interface BikePickerProps {
  models: readonly PickableModel[];
  /** The customer clicked "See prices": choose the bike and show them. */
  onPick: (vehicle: SelectedVehicle, model: PickableModel) => void;
  /** "Bike not in the list?" */
  onUnlisted: () => void;
  /** Under the form: the next free time. */
  foot?: ReactNode;
  title?: string;
  /** Id of the list of brands, for pages that link there. */
  brandId?: string;
  className?: string;
}

/** Brand, model, and one button that names what it does. */
export function BikePicker({
  models,
  onPick,
  onUnlisted,
  foot,
  title = 'Which bike is it?',
  brandId,
  className,
}: BikePickerProps) {
  const choice = useBikeChoice(models);
  const [asked, setAsked] = useState(false);
  const ownId = useId();
  const ids = { brand: brandId ?? ownId, model: useId() };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (choice.picked) return onPick(choice.picked.vehicle, choice.picked.model);
    setAsked(true);
    document.getElementById(choice.brandSlug ? ids.model : ids.brand)?.focus();
    return undefined;
  }
  return (
    <JobCard className={className}>
      <JobCardHead title={title} />
      <JobCardBody>
        <form className={styles.form} onSubmit={submit} noValidate>
          <BikeLists choice={choice} ids={ids} asked={asked} />
          <Button type="submit" wide>
            {choice.picked ? `See prices for ${choice.picked.model.name}` : 'See prices'}
          </Button>
          <button type="button" className={styles.unlisted} onClick={onUnlisted} aria-haspopup="dialog">
            Bike not in the list?
          </button>
        </form>
      </JobCardBody>
      {foot && <JobCardFoot>{foot}</JobCardFoot>}
    </JobCard>
  );
}

interface BikeListsProps {
  choice: BikeChoice;
  ids: { brand: string; model: string };
  /** The button was clicked without a bike. */
  asked: boolean;
}

function BikeLists({ choice, ids, asked }: BikeListsProps) {
  const { brandSlug, models, modelId, chooseBrand, chooseModel } = choice;
  return (
    <div className={styles.lists}>
      <Field label="Brand" id={ids.brand} error={asked && !brandSlug ? 'Choose the brand' : null}>
        <Select value={brandSlug} onChange={(event) => chooseBrand(event.target.value)}>
          <option value="">Choose</option>
          {brands.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Model" id={ids.model} error={asked && brandSlug && !modelId ? 'Choose the model' : null}>
        <Select value={modelId} onChange={(event) => chooseModel(event.target.value)}>
          <option value="">{brandSlug ? 'Choose' : 'Brand first'}</option>
          {models.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
