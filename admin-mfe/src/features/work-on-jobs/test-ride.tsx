import { Button } from '@twostroke/shared/ui/button';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import styles from './floor.module.css';
import { OdometerField } from './odometer-field.tsx';
import { odometerError } from './odometer.ts';
import { refuse } from './refuse.ts';
import { rideWords } from './ride-words.ts';
import type { LiveJob } from './use-marks.ts';

const checks = [
  'Brakes hold, front and rear',
  'Gears, clutch, idle',
  'No leak after the ride',
  'Lights, horn, side stand',
] as const;
const told = 'What the customer wrote: gone';

/** The ride at the end of the work: started and saved by hand, with the odometer after it and what was tried. */
export function TestRide({ job, enter }: LiveJob) {
  const { test_ride: ride, check_in: checkIn, notes } = job;
  const from = checkIn?.odometer_km ?? 0;
  const [odometer, setOdometer] = useState((ride?.odometer_km ?? checkIn?.odometer_km)?.toString() ?? '');
  const [tried, setTried] = useState<readonly string[]>(ride?.checks ?? []);
  const [isSaved, setSaved] = useState(false);
  const isOut = ride !== null && ride.ended_at === null;
  const isTooFar = odometer !== '' && checkIn !== null && (Number(odometer) < from || Number(odometer) > from + 100);
  const error =
    odometerError(odometer, job.odometer_required) ?? (isTooFar ? messages.test_ride_km({ from }) : undefined);

  function save(): void {
    setSaved(true);
    if (error) return refuse('ride-odometer');
    enter('Test ride', {
      kind: 'test_ride',
      running: false,
      ...(odometer !== '' && { odometer_km: Number(odometer) }),
      checks: [...tried],
    });
  }
  function begin(): void {
    setTried([]);
    enter('Test ride: start', { kind: 'test_ride', running: true });
  }
  return (
    <JobCard as="section" aria-labelledby="ride-title">
      <JobCardHead title="Test ride" id="ride-title" aside={rideWords(job)} />
      <JobCardBody>
        {!isOut && (
          <Button variant="line" wide onClick={begin}>
            {ride ? 'Ride again' : 'Start the ride'}
          </Button>
        )}
        <ul className={styles.ticks}>
          {[...(notes ? [told] : []), ...checks].map((check) => (
            <li key={check}>
              <label className={styles.tick}>
                <input
                  type="checkbox"
                  checked={tried.includes(check)}
                  onChange={({ target }) =>
                    setTried(target.checked ? [...tried, check] : tried.filter((each) => each !== check))
                  }
                />
                <span>
                  {check}
                  {check === told && <span className={styles.said}>{notes}</span>}
                </span>
              </label>
            </li>
          ))}
        </ul>
        <OdometerField
          id="ride-odometer"
          label={job.odometer_required ? 'Odometer after the ride (km)' : 'Odometer after the ride (km), optional'}
          error={isSaved ? error : undefined}
          value={odometer}
          onChange={setOdometer}
          step={1}
          start={from}
        />
        <Button variant="line" wide className={styles.thumb} onClick={save}>
          Save the ride
        </Button>
      </JobCardBody>
    </JobCard>
  );
}
