import { AppError, callRpc, importOnline, toAppError } from '@twostroke/shared/client';
import { paths } from '@twostroke/shared/contracts/paths';
import { redirect, useLoaderData, useLocation, type LoaderFunctionArgs } from '@twostroke/shared/router';
import { Container } from '@twostroke/shared/ui/container';
import { Head } from '@twostroke/shared/ui/head';
import { Note } from '@twostroke/shared/ui/note';
import { sessionAtom } from '@twostroke/shared/state';
import { useAtomValue } from 'jotai';
import type { ReactElement } from 'react';
import { SignInAgain } from '../features/sign-in-again/sign-in-again.tsx';
import type { BoardJob, PlannedJob } from '../model/board-job.ts';
import { DutyContext, lastDuty, readDuty, type Duty } from '../model/duty.ts';
import { focusedJob } from '../parts/focus-card.ts';
import { useDownloaded } from '../parts/use-downloaded.ts';
import { viewFor, WorkshopTabs, type WorkshopView } from '../parts/workshop-tabs.tsx';
import { DayView } from './views/day-view.tsx';
import { loadCallerView } from './views/load-caller-view.ts';
import { OfficeBar } from './views/office-bar.tsx';
import { reloadOrKeep, useKeepShown, type Kept } from './views/keep-shown.ts';
import { loadChanged, loadDay, type DayData } from './views/load-day.ts';
import styles from './admin.module.css';

/** A view besides the day, and the jobs in it that can be chosen. */
interface OtherView {
  shown: ReactElement;
  jobs?: readonly PlannedJob[];
}

type ReadView = { view: 'day'; data: DayData } | ({ view: Exclude<WorkshopView, 'day'> } & OtherView);

type AdminData = (
  | (ReadView & { duty: Duty })
  /** An admin whose duty has ended. */
  | { view: 'none' }
) &
  Kept;

/** The views besides the day, with their data. Their code is downloaded when they are opened. @throws AppError */
const views: Readonly<Record<Exclude<WorkshopView, 'day'>, (address: URLSearchParams) => Promise<OtherView>>> = {
  week: async (address) => {
    const { WeekView, loadWeek } = await importOnline(() => import('./views/week-view.tsx'));
    const data = await loadWeek(address);
    return { shown: <WeekView {...data} />, jobs: data.week.jobs };
  },
  caller: async () => {
    const { CallerView, loadCaller } = await importOnline(loadCallerView);
    return { shown: <CallerView {...await loadCaller()} /> };
  },
  invoice: async (address) => {
    const { InvoiceView } = await importOnline(() => import('./views/invoice-view.tsx'));
    const beforeInvoice = address.get('papers') === 'vouchers';
    return { shown: <InvoiceView booking={address.get('booking') ?? ''} beforeInvoice={beforeInvoice} /> };
  },
  floor: async (address) => {
    const { FloorView, loadFloor } = await importOnline(() => import('./views/floor-view.tsx'));
    return { shown: <FloorView {...await loadFloor(address)} /> };
  },
  people: async () => {
    const { PeopleView, readStaff } = await importOnline(() => import('./views/people-view.tsx'));
    return { shown: <PeopleView shop={await readStaff()} /> };
  },
  trail: async (address) => {
    const { TrailView, loadTrail } = await importOnline(() => import('./views/trail-view.tsx'));
    return { shown: <TrailView {...await loadTrail(address)} /> };
  },
  health: async (address) => {
    const { HealthView, loadHealth } = await importOnline(() => import('./views/health-view.tsx'));
    return { shown: <HealthView {...await loadHealth(address)} /> };
  },
};

/**
 * Reads the view named in the address, as far as the duty opens it, else the day. An admin without the second factor is
 * sent to the page that asks for it.
 * @throws AppError
 */
export async function loader({ request }: LoaderFunctionArgs): Promise<AdminData> {
  const { pathname, search, searchParams } = new URL(request.url);
  try {
    return await reloadOrKeep<AdminData>(
      search,
      () => loadView(searchParams),
      (before, ids) =>
        before.view === 'day' ? loadChanged(before.data, ids).then((data) => ({ ...before, data })) : null,
    );
  } catch (thrown) {
    if (toAppError(thrown).code === 'not_allowed' && (await lacksSecondFactor()))
      throw redirect(`${paths.auth(pathname + search)}&factor=1`);
    throw thrown;
  }
}

async function lacksSecondFactor(): Promise<boolean> {
  const { staff, required, enrolled, verified } = await callRpc('second_factor', {});
  return staff && !verified && (required || enrolled);
}

async function loadView(address: URLSearchParams): Promise<AdminData> {
  // Most often the duty is what it was, so that its view is read beside it, not after it.
  const before = lastDuty();
  const expected = before ? viewAt(address, before) : address.has('view') ? null : 'day';
  const ahead = expected && readView(expected, address);
  ahead?.catch(() => undefined); // rejected for an admin whose duty does not open it any more
  const duty = await readDuty();
  if (duty === null) {
    if (await lacksSecondFactor()) throw new AppError('not_allowed', 'The second factor is missing');
    return { view: 'none' };
  }
  const view = viewAt(address, duty);
  return { ...(await (ahead && view === expected ? ahead : readView(view, address))), duty };
}

/** The view of an address for a duty. */
function viewAt(address: URLSearchParams, duty: Duty): WorkshopView {
  const view = viewFor(duty, address.get('view'));
  return view === 'invoice' && !address.has('booking') ? 'day' : view;
}

async function readView(view: WorkshopView, address: URLSearchParams): Promise<ReadView> {
  if (view === 'day') return { view, data: await loadDay(address) };
  return { view, ...(await views[view](address)) };
}

/** /admin: the tabs of the workshop and the view that is chosen. The tabs stay while views change, and keep the focus. */
export function Component() {
  const loaded = useLoaderData<AdminData>();
  const { isStale = false } = loaded;
  useKeepShown(useLocation().search, loaded);
  const session = useAtomValue(sessionAtom);
  const admin = session.status === 'signed-in' ? session.user.id : null;
  const bell = useDownloaded(true, () => import('../features/alert-bookings/alert-bell.tsx'));
  if (loaded.view === 'none') return <NoDuty />;
  const isCaller = loaded.view === 'caller';
  const tools = <OfficeBar isCaller={isCaller} jobs={jobsOf(loaded)} chosenPhone={() => chosenPhone(loaded)} />;
  return (
    <DutyContext value={loaded.duty}>
      <Container width="admin" className={styles.page}>
        <WorkshopTabs current={loaded.view}>{admin !== null && bell && <bell.AlertBell admin={admin} />}</WorkshopTabs>
        {loaded.view === 'day' ? (
          <DayView data={loaded.data} isStale={isStale} tools={tools} />
        ) : (
          <>
            {tools}
            {loaded.shown}
          </>
        )}
      </Container>
      <SignInAgain />
    </DutyContext>
  );
}

/** The number of the customer whose booking is open or whose job has the focus. */
function chosenPhone(loaded: ReadView): string | null {
  if (loaded.view === 'day' && loaded.data.booking) return loaded.data.booking.phone;
  const jobs = loaded.view === 'day' ? jobsOf(loaded) : loaded.jobs;
  const focused = focusedJob();
  return jobs?.find(({ id }) => id === focused)?.phone ?? null;
}

function jobsOf(loaded: ReadView): readonly BoardJob[] {
  return loaded.view === 'day' ? [...loaded.data.day.bookings, ...loaded.data.day.elsewhere] : [];
}

/** What an admin reads whose duty has ended, or was never given. */
function NoDuty() {
  return (
    <Container width="admin" className={styles.page}>
      <Head title="Admin | Twostroke" noIndex />
      <h1>No duty in this workshop</h1>
      <Note tone="warn">
        <p>Your account has no duty here now. Ask an owner of the workshop to give you one.</p>
      </Note>
    </Container>
  );
}
