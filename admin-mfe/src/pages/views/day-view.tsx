import { formatDay, formatTime } from '@twostroke/shared/domain/calendar';
import { useNavigate, useRevalidator, useSearchParams } from '@twostroke/shared/router';
import { Head } from '@twostroke/shared/ui/head';
import { LiveMark } from '@twostroke/shared/ui/live-mark';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import { Note } from '@twostroke/shared/ui/note';
import { useState } from 'react';
import { CallbackList } from '../../features/call-back/callback-list.tsx';
import { BookingSheet } from '../../features/change-booking/booking-sheet.tsx';
import { useLiveDay } from '../../features/follow-day/use-live-day.ts';
import { boardOf, gateVisits } from '../../features/read-day/board.ts';
import { ComingDays, NewLane } from '../../features/read-day/booking-lanes.tsx';
import { DayBoard } from '../../features/read-day/day-board.tsx';
import { DayFigures } from '../../features/read-day/day-figures.tsx';
import { DaySwitch } from '../../features/read-day/day-switch.tsx';
import { isShown, StatusFilter } from '../../features/read-day/status-filter.tsx';
import { WeatherSwitch } from '../../features/switch-weather/weather-switch.tsx';
import { useMay } from '../../model/duty.ts';
import styles from './day-view.module.css';
import type { DayData } from './load-day.ts';

/** /admin: one day's board, new and coming bookings, and the booking of the address in a sheet. */
export function DayView({ data, isStale }: { data: DayData; isStale: boolean }) {
  const { day, open, today } = data;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [params] = useSearchParams();
  const [switched, setSwitched] = useState({ date: '', sentence: '' });
  const live = useLiveDay(() => void revalidate()) && !isStale;
  const status = params.get('status') ?? '';
  const { windows, rows } = boardOf(day);
  const shown = boardOf({ ...day, bookings: day.bookings.filter((booking) => isShown(booking.status, status)) });
  const named = [...day.bookings, ...open].flatMap(({ mechanic }) => mechanic ?? []);
  const mechanics = [...new Set([...data.mechanics, ...named])].sort();
  const may = useMay();

  function close(): void {
    const next = new URLSearchParams(params);
    next.delete('booking');
    next.delete('do');
    void navigate(`?${next}`, { preventScrollReset: true });
  }

  return (
    <>
      <Head title={`Admin, ${formatDay(day.date)}`} noIndex />
      <div className={styles.bar}>
        <div className={styles.tools}>
          <h1>{formatDay(day.date)}</h1>
          <LiveMark live={live}>
            {live ? 'Live' : 'Not live'}, {formatTime(data.readAt)}
          </LiveMark>
        </div>
        <div className={styles.tools}>
          <DaySwitch date={day.date} today={today} />
        </div>
        <DayFigures bookings={day.bookings} rows={rows} callbacks={data.callbacks.length} />
      </div>
      <div className={styles.layout}>
        <NewLane bookings={open.filter((booking) => booking.status === 'confirmed')} />
        <section className={styles.day} aria-label="Board of the day">
          <StatusFilter date={day.date} status={status} />
          {day.closure && (
            <Note tone="warn">
              <p>
                {day.closure.reason}:{' '}
                {day.closure.closes_at ? `closed from ${formatTime(day.closure.closes_at)}` : 'closed'}.
              </p>
            </Note>
          )}
          {day.date >= today && may('switch_weather') && (
            <WeatherSwitch
              key={`${day.date} ${day.weather}`}
              date={day.date}
              note={day.weather}
              visits={gateVisits(day.bookings, day.date === today ? data.readAt : null)}
              onSwitched={(sentence) => {
                setSwitched({ date: day.date, sentence });
                void revalidate();
              }}
            />
          )}
          {switched.date === day.date && (
            <PressAnswer tone="ok" takesFocus key={switched.sentence}>
              <p>{switched.sentence}</p>
            </PressAnswer>
          )}
          {windows.length > 0 ? (
            <DayBoard windows={windows} rows={shown.rows} now={day.date === today ? data.readAt : null} />
          ) : (
            <p>Closed on this weekday.</p>
          )}
          <ComingDays bookings={open.filter((booking) => booking.booking_date > day.date)} today={today} />
          <CallbackList requests={data.callbacks} onCalled={() => void revalidate()} />
        </section>
      </div>
      <BookingSheet
        booking={data.booking}
        transitions={data.transitions}
        mechanics={mechanics}
        assigns={params.get('do') === 'assign'}
        onClose={close}
        onChanged={revalidate}
      />
    </>
  );
}
