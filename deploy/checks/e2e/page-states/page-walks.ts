import { advanceWalks } from './advances.ts';
import { boardWalks } from './board.ts';
import { bookingWalks } from './booking.ts';
import { callerWalks } from './callers.ts';
import { customerBookingWalks } from './customer-booking.ts';
import { failureWalks } from './failures.ts';
import { floorWalks } from './floor.ts';
import { handoverWalks } from './handovers.ts';
import { lostPartWalks } from './lost-parts.ts';
import type { PageWalk } from './page-state.ts';
import { peopleWalks } from './people.ts';
import { publicWalks } from './public-pages.ts';
import { rareWalks } from './rare-states.ts';
import { signInWalks } from './sign-in.ts';
import { workshopWalks } from './workshop.ts';

/** Every kind of page in every main state: what accessibility, widths and pictures are checked on. */
export const pageWalks: readonly PageWalk[] = [
  ...publicWalks,
  ...bookingWalks,
  ...customerBookingWalks,
  ...signInWalks,
  ...workshopWalks,
  ...boardWalks,
  ...peopleWalks,
  ...callerWalks,
  ...floorWalks,
  ...handoverWalks,
  ...failureWalks,
  ...lostPartWalks,
  ...rareWalks,
  ...advanceWalks,
];
