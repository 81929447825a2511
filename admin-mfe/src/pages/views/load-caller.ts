import { readPickableModels, type PickableModel } from '@twostroke/shared/api/read-bikes';
import { readServedAreas, type ServedArea } from '../../features/book-for-caller/caller-calls.ts';

export interface CallerData {
  models: PickableModel[];
  areas: ServedArea[];
}

/** What the page to book for a caller needs before the first call. @throws AppError */
export async function loadCaller(): Promise<CallerData> {
  const [models, areas] = await Promise.all([readPickableModels(), readServedAreas()]);
  return { models, areas };
}
