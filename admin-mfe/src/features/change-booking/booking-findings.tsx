import { checkInLines, inOrder } from '@twostroke/shared/domain/inspection-words';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { Heading } from '@twostroke/shared/ui/heading';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState } from 'react';
import { useMay } from '../../model/duty.ts';
import { checkedWords, isDue } from '../../model/findings.ts';
import { isAtWork } from '../../model/used-parts.ts';
import { StoredPhotos } from '../../parts/stored-photos.tsx';
import { canPropose } from './can-propose.ts';
import type { StaffChange } from './change.ts';
import styles from './booking-findings.module.css';
import { FoundPoint } from './found-point.tsx';
import { ProposeFindings } from './propose-findings.tsx';
import type { AdminBooking } from './read-booking.ts';
import { useOffers } from './use-offers.ts';

export interface BookingFindingsProps {
  booking: AdminBooking;
  /** Missing while another change of the booking is open. */
  onChoose: ((change: StaffChange) => void) | undefined;
  onChanged: () => Promise<void>;
}

/** How the bike came and what the floor found, with photos. Nothing before the check-in. One line that opens when it is not the work of now. */
export function BookingFindings(props: BookingFindingsProps) {
  const { check_in, inspection, photos, status } = props.booking;
  const [isShown, setShown] = useState(false);
  const isLooking = status === 'inspecting' || status === 'awaiting_approval';
  const isMarked = inspection.some(({ state }) => state !== 'not_checked');
  if (check_in === null && photos.length === 0 && !isMarked && !isLooking) return null;
  const title = 'Check-in and inspection';
  if (isLooking)
    return (
      <Stack as="section" gap="s" aria-label={title}>
        <Heading level={3} size="s">
          {title}
        </Heading>
        <Found {...props} />
      </Stack>
    );
  const count = inspection.length > 0 ? `: ${checkedWords(inspection)}` : '';
  return (
    <Disclosure summary={`${title}${count}`} onToggle={setShown}>
      {isShown && (
        <Stack as="section" gap="s" aria-label={title}>
          <Found {...props} />
        </Stack>
      )}
    </Disclosure>
  );
}

function Found({ booking, onChoose, onChanged }: BookingFindingsProps) {
  const may = useMay();
  const { id, check_in, inspection, photos, extra_work, booking_checklist: card, status } = booking;
  const proposes = may('work_on_jobs') && canPropose(status);
  const due = inspection.filter(isDue);
  const offers = useOffers(proposes && due.length > 0 ? id : null);
  const found = { inspection, extra_work, offers: offers.status === 'ready' ? offers.data : [] };
  // Photos of other duties' jobs are seen, not removed.
  const isOpen = may('work_on_jobs') && isAtWork(status);
  const paths = (subject: string) => photos.filter((photo) => photo.subject === subject).map(({ path }) => path);
  const more = [
    { subject: 'check-in', label: 'When it came' },
    ...inspection.filter((point) => !isDue(point)).map(({ point, label }) => ({ subject: `point-${point}`, label })),
    ...extra_work.map((line) => ({ subject: `line-${line.id}`, label: line.name })),
    ...card.map(({ line, label, is_concern }) => ({ subject: `${is_concern ? 'concern' : 'card'}-${line}`, label })),
  ].flatMap(({ subject, label }) => (paths(subject).length > 0 ? [{ subject, label }] : []));
  return (
    <>
      {check_in === null ? <p>Not checked in.</p> : checkInLines(check_in).map((line) => <p key={line}>{line}</p>)}
      {inspection.length > 0 && <p>{checkedWords(inspection)}</p>}
      {due.length > 0 && (
        <ul className={styles.points}>
          {inOrder(due).map((point) => (
            <FoundPoint
              key={point.point}
              point={point}
              job={found}
              photos={paths(`point-${point.point}`)}
              isOpen={isOpen}
              onPropose={proposes && offers.status === 'ready' ? onChoose : undefined}
            />
          ))}
        </ul>
      )}
      {proposes && <ProposeFindings booking={id} job={found} onChanged={onChanged} />}
      {more.map(({ subject, label }) => (
        <div key={subject}>
          <p className={styles.small}>{label}</p>
          <StoredPhotos paths={paths(subject)} label={label} isOpen={isOpen} />
        </div>
      ))}
    </>
  );
}
