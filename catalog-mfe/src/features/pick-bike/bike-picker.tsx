import type { PickableModel } from '@twostroke/shared/api/read-bikes';
import { paths } from '@twostroke/shared/contracts/paths';
import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { BikeSearch } from '@twostroke/shared/ui/bike-search';
import { Button } from '@twostroke/shared/ui/button';
import { JobCard, JobCardBody, JobCardFoot, JobCardHead } from '@twostroke/shared/ui/job-card';
import { useId, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import styles from './bike-picker.module.css';
import { useBikeChoice } from './use-bike-choice.ts';

interface BikePickerProps {
  models: readonly PickableModel[];
  /** The customer clicked "See prices": choose the bike and show them. */
  onPick: (vehicle: SelectedVehicle, model: PickableModel) => void;
  /** "Bike not in the list?" */
  onUnlisted: () => void;
  /** Under the form: the next free time. */
  foot?: ReactNode;
  title?: string;
  /** Id of the search field, for pages that link there. */
  fieldId?: string;
  className?: string;
}

/** The bike, and one button that names what it does. */
export function BikePicker({
  models,
  onPick,
  onUnlisted,
  foot,
  title = 'Which bike is it?',
  fieldId,
  className,
}: BikePickerProps) {
  const choice = useBikeChoice(models);
  const [asked, setAsked] = useState(false);
  const ownId = useId();
  const field = fieldId ?? ownId;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (choice.picked) return onPick(choice.picked.vehicle, choice.picked.model);
    setAsked(true);
    document.getElementById(field)?.focus();
    return undefined;
  }
  return (
    <JobCard className={className}>
      <JobCardHead title={title} />
      <JobCardBody>
        {/* Without scripts it leads to the list of all bikes. */}
        <form className={styles.form} action={paths.bikes()} onSubmit={submit} noValidate>
          <BikeSearch
            id={field}
            models={models}
            chosen={choice.picked?.vehicle ?? null}
            onChoose={({ modelId }) => choice.choose(modelId)}
            error={asked && !choice.picked ? 'Choose your bike' : null}
          />
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
