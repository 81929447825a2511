import { callRpc } from '@twostroke/shared/client';
import type { JobMark } from '@twostroke/shared/contracts/functions';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import { useMay } from '../../model/duty.ts';
import { isAtWork } from '../../model/used-parts.ts';
import { UsedParts } from '../../parts/used-parts.tsx';
import type { AdminBooking } from './read-booking.ts';

type PartMark = JobMark extends infer Mark
  ? Mark extends { kind: 'part' }
    ? Omit<Mark, 'id' | 'made_at' | 'kind'>
    : never
  : never;

/** Adds a part or takes one off, as a phone on the floor does: what a colleague adds meanwhile stays. */
async function markPart(booking: string, change: PartMark): Promise<string | null> {
  const mark = { ...change, kind: 'part', id: crypto.randomUUID(), made_at: new Date().toISOString() } as JobMark;
  try {
    await callRpc('mark_job', { booking, mark });
    return null;
  } catch (thrown) {
    return explain(thrown);
  }
}

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
  const change = async (mark: PartMark): Promise<string | null> => {
    const rejected = await markPart(id, mark);
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
          onAdd={(part) => change({ part })}
          onRemove={({ position, name }) => change({ off: position, name })}
        />
      )}
    </Disclosure>
  );
}
