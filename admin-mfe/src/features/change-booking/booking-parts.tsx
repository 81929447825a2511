import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import { useMay } from '../../model/duty.ts';
import type { EntryOf } from '../../model/job-entry.ts';
import { isAtWork } from '../../model/used-parts.ts';
import { UsedParts } from '../../parts/used-parts.tsx';
import { markJob } from './mark-job.ts';
import type { AdminBooking } from './read-booking.ts';

export interface BookingPartsProps {
  booking: AdminBooking;
  onChanged: () => Promise<void>;
}

/** What was used on the job. Nothing before the bike is with the shop. */
export function BookingParts({ booking, onChanged }: BookingPartsProps) {
  const may = useMay();
  const [isShown, setShown] = useState(false);
  const { id, status, used_parts: parts, extra_work } = booking;
  const isOpen = isAtWork(status) && may('work_on_jobs');
  if (!isOpen && parts.length === 0) return null;
  const count = parts.length === 1 ? '1 line' : `${parts.length} lines`;
  const change = async (entry: EntryOf<'part'>): Promise<string | null> => {
    const rejected = await markJob(id, entry).then(() => null, explain);
    await onChanged();
    return rejected;
  };
  return (
    <Disclosure summary={parts.length === 0 ? 'Used on this bike' : `Used on this bike: ${count}`} onToggle={setShown}>
      {isShown && (
        <UsedParts
          parts={parts}
          work={extra_work.filter((line) => line.status === 'approved')}
          oilLitres={null}
          isOpen={isOpen}
          onAdd={(part) => change({ kind: 'part', part })}
          onRemove={({ position, name }) => change({ kind: 'part', off: position, name })}
        />
      )}
    </Disclosure>
  );
}
