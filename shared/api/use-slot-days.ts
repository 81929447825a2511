import { toAppError, type AppError } from '@twostroke/shared/client';
import { addDays } from '@twostroke/shared/domain/calendar';
import { useState } from 'react';
import { listSlots, type SlotCalendar, type SlotDay, type SlotQuery } from './slots.ts';
import { useQuery, type Query } from './use-query.ts';

export interface SlotDays {
  /** The first seven days, and the data common to all days. */
  calendar: Query<SlotCalendar>;
  days: SlotDay[];
  more: () => void;
  loadingMore: boolean;
  moreError: AppError | null;
  /** False once the last day that can be booked is shown. */
  hasMore: boolean;
}

/**
 * The free times of a job from today or its `from_date` on; further weeks on demand.
 * @param job null asks for nothing
 */
export function useSlotDays(job: Omit<SlotQuery, 'near' | 'days'> | null): SlotDays {
  const key = job && `slots ${JSON.stringify(job)}`;
  const calendar = useQuery(key, () => listSlots(job!));
  const [loaded, setLoaded] = useState<{ key: string | null; days: SlotDay[] }>({ key, days: [] });
  const later = loaded.key === key ? loaded.days : [];
  const [loadingMore, setLoadingMore] = useState(false);
  const [moreError, setMoreError] = useState<AppError | null>(null);
  const days = calendar.status === 'ready' ? [...calendar.data.days, ...later] : [];
  const hasMore = calendar.status === 'ready' && (days.at(-1)?.date ?? '') < calendar.data.last_day;

  async function loadMore(): Promise<void> {
    const last = days.at(-1);
    if (!job || !last || loadingMore) return;
    setLoadingMore(true);
    setMoreError(null);
    try {
      const next = await listSlots({ ...job, from_date: addDays(last.date, 1) });
      setLoaded({ key, days: [...later, ...next.days] });
    } catch (thrown) {
      setMoreError(toAppError(thrown));
    }
    setLoadingMore(false);
  }

  function reload(): void {
    calendar.reload();
    const [first] = later;
    if (!job || !first) return;
    listSlots({ ...job, from_date: first.date, days: later.length }).then(
      (again) => setLoaded({ key, days: again.days }),
      () => undefined, // The days known last stay.
    );
  }

  return { calendar: { ...calendar, reload }, days, more: () => void loadMore(), loadingMore, moreError, hasMore };
}
