import type { PickableModel } from '@twostroke/shared/api/read-bikes';
import type { CallersBike } from '@twostroke/shared/contracts/answers/caller';
import { formatDay } from '@twostroke/shared/domain/calendar';
import { formatKm } from '@twostroke/shared/domain/figures';
import { formatRupees } from '@twostroke/shared/domain/money';
import { BikeSearch } from '@twostroke/shared/ui/bike-search';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';
import { Field } from '@twostroke/shared/ui/field';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import { TextInput } from '@twostroke/shared/ui/text-input';
import type { Call } from './call.ts';
import styles from './caller.module.css';

export interface CallerBikeProps {
  call: Call;
  bikes: readonly CallersBike[];
  models: readonly PickableModel[];
  onChange: (change: Partial<Call>) => void;
}

/** The caller's bikes with their last visit and what was declined, or another bike. */
export function CallerBike({ call, bikes, models, onChange }: CallerBikeProps) {
  const isOther = call.bike === 'other' || bikes.length === 0;
  return (
    <>
      {bikes.length > 0 && (
        <Choices legend="Bike" legendHidden>
          {bikes.map((bike, index) => (
            <Choice
              key={bike.vehicle_number ?? bike.model_id}
              name="bike"
              title={
                <>
                  {bike.vehicle_number && <PlateNumber number={bike.vehicle_number} size="small" />}{' '}
                  <span>{bike.bike_name}</span>
                </>
              }
              note={historyWords(bike)}
              checked={call.bike === index}
              onChange={() => onChange({ bike: index, wanted: [] })}
            />
          ))}
          <Choice
            name="bike"
            title="Another bike"
            checked={call.bike === 'other'}
            onChange={() => onChange({ bike: 'other', wanted: [] })}
          />
        </Choices>
      )}
      {isOther && (
        <div className={styles.fields}>
          <BikeSearch
            models={models}
            chosen={call.otherModel}
            onChoose={(otherModel) => onChange({ bike: 'other', otherModel })}
            id="caller-model"
          />
          <Field label="Number plate" optional id="caller-plate">
            <TextInput
              value={call.plate}
              onChange={(event) => onChange({ plate: event.target.value })}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          </Field>
        </div>
      )}
    </>
  );
}

/** "12,900 km. General Service on Fri 21 Aug. Said no: Rear shoes ₹999". */
function historyWords({ odometer_km, last_visit, open, declined }: CallersBike): string {
  return [
    odometer_km !== null && formatKm(odometer_km),
    last_visit && `${last_visit.work ?? 'Service'} on ${formatDay(last_visit.date)}`,
    open && `${open.work ?? 'Service'} booked for ${formatDay(open.date)}`,
    declined.length > 0 && `Said no: ${declined.map(({ name, price }) => `${name} ${formatRupees(price)}`).join(', ')}`,
  ]
    .filter(Boolean)
    .join('. ');
}
