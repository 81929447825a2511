import { act, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildAdminSession } from '@twostroke/shared/testing/build-session';
import { fakeBackend, type FakeAnswer, type FakeCall } from '@twostroke/shared/testing/fake-backend';
import { fakeRealtime } from '@twostroke/shared/testing/fake-realtime';
import { renderPage } from '@twostroke/shared/testing/render-page';
import type { JobMark, WorkshopJob } from '../features/work-on-jobs/job.ts';
import { forgetPhotos } from '../features/work-on-jobs/own-photos.ts';
import { forgetQueues } from '../features/work-on-jobs/use-marks.ts';
import { withMarks } from '../features/work-on-jobs/with-marks.ts';
import * as page from '../pages/admin.tsx';
import { buildJob } from './build-job.ts';

const markRoute = 'POST /rest/v1/rpc/mark_job';

const mockLoadSupabase = () => floor.realtime.loadSupabase();
jest.mock('@twostroke/shared/client', () => ({
  ...jest.requireActual<object>('@twostroke/shared/client'),
  loadSupabase: () => mockLoadSupabase(),
}));

interface Floor {
  job: WorkshopJob;
  /** Whether marks reach the database. */
  reachable: boolean;
  backend: ReturnType<typeof fakeBackend>;
  realtime: ReturnType<typeof fakeRealtime>;
}

/** The floor's job and its backend: tests change them before or while a page is open. */
export const floor = {} as Floor;

/** The database, as far as the page sees it. */
export function takeMark({ body }: FakeCall): FakeAnswer {
  if (!floor.reachable) throw new TypeError('Failed to fetch');
  const { mark } = body as { mark: JobMark };
  floor.job = withMarks(floor.job, [mark]);
  return { body: { outcome: 'applied', job: floor.job } };
}

/** Before each test: a job in inspection, a mechanic, a network, nothing kept on the phone. */
export function resetFloor(): void {
  forgetQueues();
  forgetPhotos();
  localStorage.clear();
  floor.reachable = true;
  floor.job = buildJob();
  floor.realtime = fakeRealtime();
  floor.backend = fakeBackend({
    'POST /rest/v1/rpc/my_duty': { body: 'mechanic' },
    'POST /rest/v1/rpc/get_job': () => ({ body: floor.job }),
    'POST /rest/v1/rpc/list_jobs': () => ({ body: [floor.job] }),
    [markRoute]: takeMark,
  });
}

export function openFloor(url = `/admin?view=floor&job=${floor.job.id}`) {
  renderPage(page, { path: '/admin', url, session: buildAdminSession() });
  return userEvent.setup();
}

/** What the page has sent, in order. */
export function sentMarks(): Partial<JobMark>[] {
  return floor.backend.callsOf(markRoute).map(({ body }) => (body as { mark: JobMark }).mark);
}

export const isChecked = (radio: HTMLElement): boolean => (radio as HTMLInputElement).checked;

/** Changes arrive live from now on. */
export async function goLive(): Promise<void> {
  await waitFor(() => expect(floor.realtime.wanted('admin-day')).toEqual(['INSERT', 'UPDATE']));
  act(() => floor.realtime.join('admin-day'));
}

/** Somebody else changes the job. */
export function changeJob(changes: Partial<WorkshopJob>): void {
  floor.job = { ...floor.job, ...changes };
  act(() => floor.realtime.emit('admin-day', 'UPDATE', { id: floor.job.id }));
}
