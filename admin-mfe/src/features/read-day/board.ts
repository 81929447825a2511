import type { WindowPlaces } from '@twostroke/shared/api/slots';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { isDone, waitsAtGate, type BoardJob } from '../../model/board-job.ts';
import { modeName } from '../../model/booking-row.ts';

/** Times are `HH:MM:SS`. */
export type Window = Pick<WindowPlaces, 'starts' | 'ends'>;

/** A customer on the waitlist of a full window. */
export interface WaitlistedCustomer {
  id: string;
  mode: ServiceMode;
  booking_date: string;
  booking_time: string;
  window_end: string;
  customer_name: string;
  /** Null while the duty of the reader does not show it. */
  phone: string | null;
  bike_name: string;
  /** `brand/model` */
  model_id: string;
  /** What it waits with, the package first. */
  items: { id: string }[];
  /** Calls of the desk without an answer: how many, and when the last was. */
  tries: number;
  tried_at: string | null;
  /** ISO instant until which a place is offered; null while there is no offer. */
  offer_ends_at: string | null;
}

export interface BoardCell extends Window {
  /** Of a lane by mode; null in the lane of a mechanic, who has no places. */
  places: { used: number; of: number } | null;
  /** Unassigned ones first. */
  jobs: BoardJob[];
  /** What is over: done, cancelled. */
  done: BoardJob[];
  /** Jobs of an earlier window that still take a place. */
  goingOn: BoardJob[];
  /** In the order of the waitlist. */
  waiting: WaitlistedCustomer[];
}

/** A row of the board: what is done in a mode, or what a mechanic has. */
export interface Lane {
  name: string;
  /** Null in the lane of a mechanic. */
  mode: ServiceMode | null;
  /** Undefined in the lane of a mode; null: of unassigned jobs. */
  mechanic?: string | null;
  /** The mechanic is not here on that day. */
  isAway?: boolean;
  cells: BoardCell[];
}

export interface DayOfJobs {
  bookings: readonly BoardJob[];
  /** By window, the earliest first. */
  places: readonly WindowPlaces[];
  waiting: readonly WaitlistedCustomer[];
  /** The names of the people who are not here. */
  away: readonly string[];
}

const modes: readonly ServiceMode[] = ['doorstep', 'pickup', 'workshop'];

/** The windows of a day, the earliest first. */
export function windowsOf({ places }: Pick<DayOfJobs, 'places'>): Window[] {
  return places
    .filter((window, index) => places.findIndex(({ starts }) => starts === window.starts) === index)
    .map(({ starts, ends }) => ({ starts, ends }));
}

const startOf = ({ booking_time }: Pick<BoardJob, 'booking_time'>): string => booking_time.slice(0, 5);

function cellOf(window: Window, windows: readonly Window[], jobs: readonly BoardJob[]): BoardCell {
  const here = windows.findIndex(({ starts }) => starts === window.starts);
  const place = (job: BoardJob): number => windows.findIndex(({ starts }) => starts.slice(0, 5) === startOf(job));
  const own = jobs.filter((job) => place(job) === here);
  const open = own.filter((job) => !isDone(job));
  return {
    ...window,
    places: null,
    jobs: [...open.filter(isUnassigned), ...open.filter((job) => !isUnassigned(job))],
    done: own.filter(isDone),
    goingOn: jobs.filter((job) => {
      const first = place(job);
      const takesPlace = job.status === 'completed' || !isDone(job);
      return takesPlace && first >= 0 && first < here && here < first + job.windows;
    }),
    waiting: [],
  };
}

export function isUnassigned({ status }: Pick<BoardJob, 'status'>): boolean {
  return status === 'confirmed';
}

/** A day as a table: one row per mode, one column per arrival window. */
export function lanesByMode({ bookings, places, waiting }: DayOfJobs): Lane[] {
  const windows = windowsOf({ places });
  return modes.map((mode) => ({
    name: modeName(mode),
    mode,
    cells: windows.map((window) => {
      const taken = places.find((place) => place.mode === mode && place.starts === window.starts);
      return {
        ...cellOf(
          window,
          windows,
          bookings.filter((job) => job.mode === mode),
        ),
        places: taken ? { used: taken.taken, of: taken.places } : null,
        waiting: waiting.filter((one) => one.mode === mode && one.booking_time === window.starts),
      };
    }),
  }));
}

/** The same by mechanic: unassigned jobs and who waits for a place, then the mechanics in the order of their names. */
export function lanesByMechanic({ bookings, places, waiting, away }: DayOfJobs, mechanics: readonly string[]): Lane[] {
  const windows = windowsOf({ places });
  return [null, ...mechanics].map((mechanic) => ({
    name: mechanic ?? 'Not assigned',
    mode: null,
    mechanic,
    isAway: mechanic !== null && away.includes(mechanic),
    cells: windows.map((window) => ({
      ...cellOf(
        window,
        windows,
        bookings.filter((job) => job.mechanic === mechanic),
      ),
      waiting: waiting.filter((one) => mechanic === null && one.booking_time === window.starts),
    })),
  }));
}

/** Doorstep visits that are still to come. @param now `HH:MM` at the shop when the day is today, else null */
export function gateVisits(bookings: readonly BoardJob[], now: string | null): number {
  return bookings.filter((job) => waitsAtGate(job) && (now === null || now < job.window_end.slice(0, 5))).length;
}
