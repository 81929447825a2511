import { toAppError, type AppError } from '@twostroke/shared/client';
import { addDays } from '@twostroke/shared/domain/calendar';
import { useState } from 'react';
import { jobKey, type Job } from '../../model/job.ts';
import { useQuery, type Query } from '@twostroke/shared/api/use-query';
import { listSlots, type SlotCalendar, type SlotDay } from '@twostroke/shared/api/slots';

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
 * The free times of a job; further weeks on demand.
 * @param job null asks for nothing
 * @param requestId of the draft: the time it holds is free for it
 */
export function useSlotDays(job: Job | null, requestId: string): SlotDays {
  const key = job && jobKey(job);
  const load = (job: Job, from_date?: string): Promise<SlotCalendar> =>
    listSlots({ ...job, request_id: requestId, ...(from_date && { from_date }) });
  const calendar = useQuery(key && `slots ${key}`, () => load(job!));
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
    try {
      const next = await load(job, addDays(last.date, 1));
      setLoaded({ key, days: [...later, ...next.days] });
      setMoreError(null);
    } catch (thrown) {
      setMoreError(toAppError(thrown));
    }
    setLoadingMore(false);
  }

  return { calendar, days, more: () => void loadMore(), loadingMore, moreError, hasMore };
}
