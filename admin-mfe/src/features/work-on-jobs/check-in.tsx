import { formatDay } from '@twostroke/shared/domain/calendar';
import { formatKm } from '@twostroke/shared/domain/figures';
import { Button } from '@twostroke/shared/ui/button';
import { classList } from '@twostroke/shared/ui/class-list';
import { Field } from '@twostroke/shared/ui/field';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState } from 'react';
import styles from './floor.module.css';
import { fuelLevels } from './fuel-levels.ts';
import { JobPhotos } from './job-photos.tsx';
import { OdometerField } from './odometer-field.tsx';
import { odometerError } from './odometer.ts';
import type { WorkshopJob } from './job.ts';
import { refuse } from './refuse.ts';
import type { LiveJob } from './use-marks.ts';

const accessories = ['Key', 'Toolkit', 'RC copy', 'Helmet or bag'];

/** Takes the bike over: odometer, fuel, what is left with it and damage. It begins the inspection. */
export function CheckIn({ job, enterUndoable }: LiveJob) {
  const [odometer, setOdometer] = useState(job.check_in?.odometer_km?.toString() ?? '');
  const [fuel, setFuel] = useState<number | null>(job.check_in?.fuel ?? null);
  const [left, setLeft] = useState<readonly string[]>(job.check_in?.accessories ?? []);
  const [other, setOther] = useState(job.check_in?.other_items ?? '');
  const [damage, setDamage] = useState(job.check_in?.damage ?? '');
  const [tried, setTried] = useState(false);
  const error = odometerError(odometer, job.odometer_required);

  function take(): void {
    setTried(true);
    if (error) return refuse('odometer');
    enterUndoable('Check-in', {
      kind: 'check_in',
      ...(odometer !== '' && { odometer_km: Number(odometer) }),
      ...(fuel !== null && { fuel }),
      accessories: [...left],
      ...(other && { other_items: other }),
      ...(damage && { damage }),
    });
  }

  return (
    <>
      <JobCard as="section" aria-labelledby="odometer-title">
        <JobCardHead title="Odometer" id="odometer-title" aside={lastWords(job)} />
        <JobCardBody>
          <OdometerField
            id="odometer"
            label={job.odometer_required ? 'Odometer (km)' : 'Odometer (km), optional'}
            error={tried ? error : undefined}
            value={odometer}
            onChange={setOdometer}
            step={10}
            start={lastOf(job)}
          />
        </JobCardBody>
      </JobCard>
      <JobCard as="section" aria-labelledby="fuel-title">
        <JobCardHead title="Fuel" id="fuel-title" />
        <JobCardBody>
          <fieldset className={styles.choices} aria-labelledby="fuel-title">
            {fuelLevels.map((level, quarters) => (
              <label key={level} className={styles.choice}>
                {level}
                <input
                  type="radio"
                  name="fuel"
                  aria-label={`Fuel: ${quarters} of 4`}
                  checked={fuel === quarters}
                  onChange={() => setFuel(quarters)}
                />
              </label>
            ))}
          </fieldset>
        </JobCardBody>
      </JobCard>
      <JobCard as="section" aria-labelledby="left-title">
        <JobCardHead title="With the bike" id="left-title" aside="left with us" />
        <JobCardBody>
          <ul className={styles.ticks}>
            {accessories.map((item) => (
              <li key={item}>
                <label className={styles.tick}>
                  <input
                    type="checkbox"
                    checked={left.includes(item)}
                    onChange={(event) =>
                      setLeft(event.target.checked ? [...left, item] : left.filter((each) => each !== item))
                    }
                  />
                  {item}
                </label>
              </li>
            ))}
          </ul>
          <Field label="Something else" optional>
            <TextInput maxLength={200} value={other} onChange={(event) => setOther(event.target.value)} />
          </Field>
          <JobPhotos job={job} subject="check-in" label="Check-in" />
          <Field label="Damage seen" optional>
            <TextInput maxLength={300} value={damage} onChange={(event) => setDamage(event.target.value)} />
          </Field>
        </JobCardBody>
      </JobCard>
      <div className={styles.foot} data-buy-bar>
        <Button wide className={classList(styles.thumb)} onClick={take}>
          Check in, start inspection
        </Button>
      </div>
    </>
  );
}

const lastOf = (job: WorkshopJob): number => job.last_reading?.odometer_km ?? job.odometer_said ?? 0;

function lastWords({ last_reading: last, odometer_said: said }: WorkshopJob): string | undefined {
  if (last) return `last ${formatKm(last.odometer_km)}, ${formatDay(last.date)}`;
  return said === null ? undefined : `customer says ${formatKm(said)}`;
}
