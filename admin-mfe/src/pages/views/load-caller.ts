import { readPickableModels, type PickableModel } from '@twostroke/shared/api/read-bikes';
import { readServedAreas, type ServedArea } from '../../features/book-for-caller/caller-calls.ts';

export interface CallerData {
  models: PickableModel[];
  areas: ServedArea[];
}

/** For how long bikes and areas that were read ahead are shown, in milliseconds. The database checks what is booked. */
const freshMs = 60 * 60_000;

/** What was read ahead, and when. */
let ahead: { data: Promise<CallerData>; at: number } | null = null;

/** Reads what the page needs while another one is shown: somebody is on the line when it is opened. */
export function readCallerAhead(): void {
  const reading = { data: readCallerData(), at: Date.now() };
  ahead = reading;
  reading.data.catch(() => {
    if (ahead === reading) ahead = null;
  });
}

/** Starts from nothing, as in a new tab. */
export function forgetCallerAhead(): void {
  ahead = null;
}

/** What the page to book for a caller needs before the first call. @throws AppError */
export async function loadCaller(): Promise<CallerData> {
  if (!ahead || Date.now() - ahead.at > freshMs) return readCallerData();
  return ahead.data.catch(readCallerData);
}

async function readCallerData(): Promise<CallerData> {
  const [models, areas] = await Promise.all([readPickableModels(), readServedAreas()]);
  return { models, areas };
}
