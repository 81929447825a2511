import { createContext, useContext } from 'react';
import type { PlannedJob } from '../model/board-job.ts';

/** What cards of the board need of the page around them. */
export interface BoardDesk {
  /** The present instant, in milliseconds. */
  now: number;
  /** Today at the shop, YYYY-MM-DD. */
  today: string;
  /** The address that opens a booking beside what is shown. */
  hrefOf: (booking: string) => string;
  /** Asks what to do with a job; missing where the duty moves and assigns nothing. */
  onMore?: (job: PlannedJob) => void;
}

export const BoardDeskContext = createContext<BoardDesk>({ now: 0, today: '', hrefOf: (id) => `?booking=${id}` });

export const useBoardDesk = (): BoardDesk => useContext(BoardDeskContext);
