import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { formatKm } from '@twostroke/shared/domain/figures';
import { checklistGroups } from '@twostroke/shared/domain/job-card-lines';
import { jobName } from '@twostroke/shared/domain/job-name';
import { readyWords } from '@twostroke/shared/domain/ready-words';
import { Checklist } from '@twostroke/shared/ui/checklist';
import { classList } from '@twostroke/shared/ui/class-list';
import { Logo } from '@twostroke/shared/ui/logo';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import type { ReactNode } from 'react';
import { bikeWords, limitPhrase, noPlateWords, placeWords } from './booking-words.ts';
import { modeName } from '../../model/booking-row.ts';
import { partWords } from '../../model/used-parts.ts';
import styles from './paper-job-card.module.css';
import type { AdminBooking } from './read-booking.ts';

/** More boxes than this fit on one page in three columns only: those of an inspection. */
const mostInTwoColumns = 48;

/**
 * The job card that goes on the bike: one A4 page, and all that is printed while the booking's sheet is open. It shows
 * what the mechanic needs: no e-mail, no phone number, no price and nothing of payments.
 */
export function PaperJobCard({ booking }: { booking: AdminBooking }) {
  // What the customer wrote has a box of its own on the paper.
  const lines = booking.job_lines.filter(({ is_concern }) => !is_concern);
  const groups = checklistGroups(lines);
  const boxes = lines.length;
  const hasAddress = booking.mode !== 'workshop';
  return (
    <article className={styles.paper} data-paper hidden>
      <header className={styles.top}>
        {booking.vehicle_number ? (
          <PlateNumber number={booking.vehicle_number} className={styles.plate} />
        ) : (
          <b className={styles.noPlate}>{noPlateWords(booking)}</b>
        )}
        <div className={styles.name}>
          <Logo />
          <h1>Job card {booking.number}</h1>
        </div>
      </header>
      <dl className={styles.facts}>
        <Fact label="Bike" value={bikeWords(booking)} />
        <Fact label="Job" value={jobName(booking.booking_items)} />
        <Fact label="When" value={whenWords(booking)} />
        <Fact label="Customer" value={booking.customer_name} />
        <Fact label="Where" value={modeName(booking.mode)} />
        <Fact label="Mechanic" value={booking.mechanic ?? ''} />
        {hasAddress && <Fact label="Address" value={placeWords(booking)} wide />}
      </dl>
      <section className={styles.section}>
        <h2>The customer wrote</h2>
        {booking.notes ? <p>“{booking.notes}”</p> : <p>No complaint.</p>}
      </section>
      <section className={classList(styles.boxes, boxes > mostInTwoColumns && styles.dense)}>
        {groups.map(({ title, items }) => (
          <div key={title} className={styles.group}>
            <h2>{title}</h2>
            <Checklist items={items} words={{ not: 'Not needed' }} />
          </div>
        ))}
      </section>
      {booking.used_parts.length > 0 && (
        <section className={styles.section}>
          <h2>Used on this bike</h2>
          {booking.used_parts.map((part) => (
            <p key={part.position}>{partWords(part)}</p>
          ))}
        </section>
      )}
      <ul className={styles.measures}>
        {measuresOf(booking).map(({ label, hint }) => (
          <li key={label}>
            <b>{label}</b>
            {hint && <span>{hint}</span>}
          </li>
        ))}
        <li className={styles.limit}>{limitPhrase(booking)}</li>
      </ul>
      <ul className={styles.handover}>
        {['Handed over on', 'at', 'by', 'Signature of the customer'].map((label) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
    </article>
  );
}

function Fact({ label, value, wide }: { label: string; value: ReactNode; wide?: boolean }) {
  return (
    <div className={classList(wide && styles.wide)}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function whenWords({ booking_date, booking_time, window_end, ready_date, ready_time }: AdminBooking): string {
  const when = `${formatDay(booking_date)}, ${formatWindow(booking_time, window_end)}`;
  return ready_date === booking_date && !ready_time ? when : `${when}, ready ${readyWords(ready_date, ready_time)}`;
}

/** What wears in a brake. */
const wearing = { disc: 'pads', drum: 'shoes' } as const;

/** What is measured on this bike, to be written in by hand. */
function measuresOf({ models, odometer_km }: AdminBooking): { label: string; hint?: string | undefined }[] {
  const { front_brake, rear_brake, drive } = models;
  return [
    { label: 'Odometer (km)', hint: odometer_km === null ? undefined : `Customer: ${formatKm(odometer_km)}` },
    { label: `Front ${wearing[front_brake]}, rear ${wearing[rear_brake]} (mm)` },
    { label: drive === 'chain' ? 'Chain slack (mm)' : 'Belt width (mm)' },
  ];
}
