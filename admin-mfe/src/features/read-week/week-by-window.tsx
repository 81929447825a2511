import type { WindowPlaces } from '@twostroke/shared/api/slots';
import { formatWindow } from '@twostroke/shared/domain/calendar';
import { modeName } from '../../model/booking-row.ts';
import type { Week } from './read-week.ts';
import styles from './week.module.css';
import { WeekTable } from './week-table.tsx';

/** How full each window is, as levels: filled from the floor. */
export function WeekByWindow({ week: { days }, current }: { week: Week; current: string }) {
  const all = days.flatMap(({ places }) => places);
  const starts = [...new Set(all.map((place) => place.starts))].sort();
  return (
    <WeekTable
      caption="How full each window is: bookings of the places of each mode."
      corner="Window"
      days={days}
      current={current}
      rows={starts.map((start) => ({
        name: formatWindow(start, all.find((place) => place.starts === start)?.ends ?? start),
        cell: ({ places }) => <Levels places={places.filter((place) => place.starts === start)} />,
      }))}
    />
  );
}

/** The modes of a window; a dash where the day has no such window. */
function Levels({ places }: { places: readonly WindowPlaces[] }) {
  return places.length === 0 ? '–' : places.map((place) => <Level key={place.mode} place={place} />);
}

const height = 26;

function Level({ place: { mode, taken, places } }: { place: WindowPlaces }) {
  const filled = places === 0 ? 0 : Math.round((height * Math.min(taken, places)) / places);
  return (
    <span className={styles.level}>
      <svg viewBox={`0 0 12 ${height}`} aria-hidden="true">
        <path className={styles.tank} d={`M1 1H11V${height - 1}H1Z`} />
        <path className={taken >= places ? styles.full : styles.part} d={`M1 ${height - filled}H11V${height}H1Z`} />
      </svg>
      <span>
        {taken} of {places}
      </span>
      <span className={styles.mode}>{modeName(mode)}</span>
    </span>
  );
}
