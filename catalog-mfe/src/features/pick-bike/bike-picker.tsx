import type { PickableModel } from '@twostroke/shared/api/read-bikes';
import { paths } from '@twostroke/shared/contracts/paths';
import { modelIdOf, type SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { vehicleAtom } from '@twostroke/shared/state';
import { BikeSearch } from '@twostroke/shared/ui/bike-search';
import { Button } from '@twostroke/shared/ui/button';
import { JobCard, JobCardBody, JobCardFoot, JobCardHead } from '@twostroke/shared/ui/job-card';
import { useAtomValue } from 'jotai';
import { useId, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import styles from './bike-picker.module.css';

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
  const stored = useAtomValue(vehicleAtom);
  const [chosen, choose] = useState<SelectedVehicle | null>(null);
  // The customer's own choice here, else the bike chosen before.
  const vehicle = chosen ?? stored;
  const model = vehicle && models.find((listed) => modelIdOf(listed) === vehicle.modelId);
  const [asked, setAsked] = useState(false);
  const ownId = useId();
  const field = fieldId ?? ownId;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (model) return onPick(vehicle, model);
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
            chosen={model ? vehicle : null}
            onChoose={choose}
            error={asked && !model ? 'Choose your bike' : null}
          />
          <Button type="submit" wide>
            {model ? `See prices for ${model.name}` : 'See prices'}
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
