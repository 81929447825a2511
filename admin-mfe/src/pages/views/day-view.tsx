import { formatDay, formatTime } from '@twostroke/shared/domain/calendar';
import { useNavigate, useRevalidator, useSearchParams } from '@twostroke/shared/router';
import { Chips } from '@twostroke/shared/ui/chip';
import { ChipLink } from '@twostroke/shared/ui/chip-link';
import { Head } from '@twostroke/shared/ui/head';
import { LiveMark } from '@twostroke/shared/ui/live-mark';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import { Note } from '@twostroke/shared/ui/note';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { CallbackList } from '../../features/call-back/callback-list.tsx';
import { loadSheet } from '../../features/change-booking/load-sheet.ts';
import { useLiveDay, type ChangedIds } from '../../features/follow-day/use-live-day.ts';
import { CodeAlarms } from '../../features/read-day/code-alarms.tsx';
import { gateVisits, lanesByMechanic, lanesByMode, windowsOf } from '../../features/read-day/board.ts';
import { DayBoard } from '../../features/read-day/day-board.tsx';
import { DaySwitch } from '../../features/read-day/day-switch.tsx';
import { NeedList } from '../../features/read-day/need-list.tsx';
import { jobsByNeed, needOf, otherDays } from '../../features/read-day/needs.ts';
import { NeedsStrip } from '../../features/read-day/needs-strip.tsx';
import { OtherDaysLane } from '../../features/read-day/other-days.tsx';
import { OtherWaiting } from '../../features/read-day/other-waiting.tsx';
import { YardLane } from '../../features/read-day/yard-lane.tsx';
import { StoppedVisits, StopVisits } from '../../features/switch-weather/weather-switch.tsx';
import { useMay } from '../../model/duty.ts';
import { BetweenJobs } from '../../parts/between-jobs.tsx';
import { BoardDeskContext } from '../../parts/board-desk.ts';
import { useDownloaded } from '../../parts/use-downloaded.ts';
import { useNow } from '../../parts/use-now.ts';
import { ViewSwitch } from '../../parts/view-switch.tsx';
import styles from './day-view.module.css';
import { askForChanged } from './keep-shown.ts';
import type { DayData } from './load-day.ts';
import { useJobActions } from './use-job-actions.tsx';

export interface DayViewProps {
  data: DayData;
  isStale: boolean;
  /** What is pressed in every view, in the first line of this one. */
  tools: ReactNode;
}

/** /admin: what waits for an action, one day's board, the bikes in the workshop, and the booking of the address. */
export function DayView({ data, isStale, tools }: DayViewProps) {
  const { day, today } = data;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [params] = useSearchParams();
  /** The address with other parts; null takes one out. */
  const at = useCallback((changes: Readonly<Record<string, string | null>>) => addressWith(params, changes), [params]);
  /** Reads only the bookings that have changed, where they are known. */
  const reload = (changed: ChangedIds): Promise<void> => {
    if (changed) askForChanged(changed);
    return revalidate();
  };
  const [switched, setSwitched] = useState({ date: '', sentence: '' });
  const live = useLiveDay(reload) && !isStale;
  const now = useNow();
  const sheet = useDownloaded(true, loadSheet);
  const may = useMay();
  const jobs = [...day.bookings, ...day.elsewhere];
  const named = jobs.flatMap(({ mechanic }) => mechanic ?? []);
  const mechanics = [...new Set([...data.mechanics, ...named])].sort();
  const isToday = day.date === today;
  const switchesWeather = day.date >= today && may('switch_weather');
  const onSwitched = (sentence: string): void => {
    setSwitched({ date: day.date, sentence });
    void revalidate();
  };
  const byPerson = params.get('lanes') === 'people';
  const lanes = byPerson ? lanesByMechanic(day, mechanics) : lanesByMode(day);
  const windows = windowsOf(day);
  const need = needOf(params.get('need'));
  const ofNeed = jobsByNeed(jobs, day.date, now);
  const { yard, unassigned, leftOver } = otherDays(day.elsewhere, today);
  const { onMore, onDrop, dialog } = useJobActions({ jobs, mechanics, onChanged: revalidate });
  // The same while nothing of it changes: otherwise each change of one booking would draw all cards.
  const desk = useMemo(
    () => ({ now, today, hrefOf: (booking: string) => at({ booking }), ...(onMore && { onMore }) }),
    [now, today, at, onMore],
  );

  return (
    <BoardDeskContext value={desk}>
      <Head title={`Admin, ${formatDay(day.date)}`} noIndex />
      <div className={styles.bar}>
        <div className={styles.tools}>
          <h1>{formatDay(day.date)}</h1>
          <LiveMark live={live}>
            {live ? 'Live' : 'Not live'}, {formatTime(data.readAt)}
          </LiveMark>
          <ViewSwitch current="day" date={day.date} />
          <div className={styles.shared}>{tools}</div>
        </div>
        <div className={styles.tools}>
          <DaySwitch date={day.date} today={today} />
          <Chips label="Rows of the board">
            <ChipLink to={at({ lanes: null, need: null })} current={!byPerson}>
              By mode
            </ChipLink>
            <ChipLink to={at({ lanes: 'people', need: null })} current={byPerson}>
              By person
            </ChipLink>
          </Chips>
          {switchesWeather && day.weather === null && (
            <StopVisits
              key={day.date}
              date={day.date}
              visits={gateVisits(day.bookings, isToday ? data.readAt : null)}
              onSwitched={onSwitched}
            />
          )}
        </div>
        <NeedsStrip
          jobs={ofNeed}
          requests={{ count: data.callbacks.length, to: '#callbacks' }}
          current={need}
          hrefOf={(asked) => at({ need: asked === need ? null : asked })}
        />
      </div>
      <BetweenJobs className={need !== null && data.callbacks.length === 0 ? styles.whole : styles.layout}>
        <div className={styles.side}>
          {need === null && <OtherDaysLane unassigned={unassigned} leftOver={leftOver} today={today} />}
          {need === null && <OtherWaiting days={day.waiting_elsewhere} today={today} hrefOf={(date) => at({ date })} />}
          <CallbackList requests={data.callbacks} onCalled={() => void revalidate()} />
        </div>
        <section className={styles.day} aria-label="Board of the day">
          {day.unlisted > 0 && (
            <Note tone="warn">
              <p>There are {day.unlisted} more bookings than are listed here. Find them by number, plate or phone.</p>
            </Note>
          )}
          <CodeAlarms jobs={jobs} />
          {day.closure && (
            <Note tone="warn">
              <p>
                {day.closure.reason}:{' '}
                {day.closure.closes_at ? `closed from ${formatTime(day.closure.closes_at)}` : 'closed'}.
              </p>
            </Note>
          )}
          {need !== null ? (
            <NeedList key={need} need={need} jobs={ofNeed[need]} boardTo={at({ need: null })} />
          ) : (
            <>
              <YardLane jobs={yard} isToday={isToday} />
              {switchesWeather && day.weather !== null && (
                <StoppedVisits key={day.date} date={day.date} note={day.weather} onSwitched={onSwitched} />
              )}
              {switched.date === day.date && (
                <PressAnswer tone="ok" takesFocus key={switched.sentence}>
                  <p>{switched.sentence}</p>
                </PressAnswer>
              )}
              {windows.length > 0 ? (
                <DayBoard
                  windows={windows}
                  lanes={lanes}
                  now={isToday ? data.readAt : null}
                  {...(onDrop && {
                    onDrop: (booking, { mode, mechanic }, window) =>
                      onDrop(booking, { date: day.date, window, mode, mechanic }),
                  })}
                />
              ) : (
                <p>Closed on this weekday.</p>
              )}
            </>
          )}
        </section>
      </BetweenJobs>
      {dialog}
      {sheet && (
        <sheet.BookingSheet
          booking={data.booking}
          transitions={data.transitions}
          mechanics={mechanics}
          asks={params.get('do')}
          onClose={() => void navigate(at({}), { preventScrollReset: true })}
          onChanged={() => reload(data.booking ? [data.booking.id] : null)}
        />
      )}
    </BoardDeskContext>
  );
}

/** A query with other values and without an open booking; null takes one out. */
function addressWith(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries({ booking: null, do: null, ...changes })) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return `?${next}`;
}
