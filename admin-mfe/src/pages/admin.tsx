import { AppError, callRpc, toAppError } from '@twostroke/shared/client';
import { paths } from '@twostroke/shared/contracts/paths';
import { redirect, useLoaderData, useLocation, type LoaderFunctionArgs } from '@twostroke/shared/router';
import { Container } from '@twostroke/shared/ui/container';
import { Head } from '@twostroke/shared/ui/head';
import { Note } from '@twostroke/shared/ui/note';
import { readStaff, type StaffOfShop } from '../features/manage-staff/staff.ts';
import { SignInAgain } from '../features/sign-in-again/sign-in-again.tsx';
import { DutyContext, may, readDuty, type Duty } from '../model/duty.ts';
import { viewFor, WorkshopTabs } from '../parts/workshop-tabs.tsx';
import { CallerView } from './views/caller-view.tsx';
import { DayView } from './views/day-view.tsx';
import { FloorView } from './views/floor-view.tsx';
import { HealthView } from './views/health-view.tsx';
import { InvoiceView } from './views/invoice-view.tsx';
import { loadCaller, type CallerData } from './views/load-caller.ts';
import { OfficeBar } from './views/office-bar.tsx';
import { reloadOrKeep, useKeepShown, type Kept } from './views/keep-shown.ts';
import { loadDay, type DayData } from './views/load-day.ts';
import { loadFloor, type FloorData } from './views/load-floor.ts';
import { loadHealth, type HealthData } from './views/load-health.ts';
import { PeopleView } from './views/people-view.tsx';
import { loadTrail, type TrailData } from './views/load-trail.ts';
import { TrailView } from './views/trail-view.tsx';
import styles from './admin.module.css';

type AdminData = (
  | { view: 'day'; data: DayData; duty: Duty }
  | { view: 'caller'; data: CallerData; duty: Duty }
  | { view: 'invoice'; data: { booking: string }; duty: Duty }
  | { view: 'floor'; data: FloorData; duty: Duty }
  | { view: 'people'; data: StaffOfShop; duty: Duty }
  | { view: 'trail'; data: TrailData; duty: Duty }
  | { view: 'health'; data: HealthData; duty: Duty }
  /** An admin whose duty has ended. */
  | { view: 'none' }
) &
  Kept;

/**
 * Reads the view named in the address, as far as the duty opens it, else the day. An admin without the second factor is
 * sent to the page that asks for it.
 * @throws AppError
 */
export async function loader({ request }: LoaderFunctionArgs): Promise<AdminData> {
  const { pathname, search, searchParams } = new URL(request.url);
  try {
    return await reloadOrKeep(search, () => loadView(searchParams));
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

async function loadView(searchParams: URLSearchParams): Promise<AdminData> {
  const duty = await readDuty();
  if (duty === null) {
    if (await lacksSecondFactor()) throw new AppError('not_allowed', 'The second factor is missing');
    return { view: 'none' };
  }
  const view = viewFor(duty, searchParams.get('view'));
  const booking = searchParams.get('booking');
  if (view === 'caller') return { view, duty, data: await loadCaller() };
  if (view === 'invoice' && booking) return { view, duty, data: { booking } };
  if (view === 'floor') return { view, duty, data: await loadFloor(searchParams) };
  if (view === 'people') return { view, duty, data: await readStaff() };
  if (view === 'trail') return { view, duty, data: await loadTrail(searchParams) };
  if (view === 'health') return { view, duty, data: await loadHealth(searchParams) };
  return { view: 'day', duty, data: await loadDay(searchParams) };
}

/** /admin: the tabs of the workshop and the view that is chosen. The tabs stay while views change, and keep the focus. */
export function Component() {
  const loaded = useLoaderData<AdminData>();
  const { isStale = false } = loaded;
  useKeepShown(useLocation().search, loaded);
  if (loaded.view === 'none') return <NoDuty />;
  const writesBookings = may(loaded.duty, 'change_bookings');
  return (
    <DutyContext value={loaded.duty}>
      <Container width="admin" className={styles.page}>
        <WorkshopTabs current={loaded.view} />
        {writesBookings && <OfficeBar isCaller={loaded.view === 'caller'} />}
        {loaded.view === 'caller' && <CallerView {...loaded.data} />}
        {loaded.view === 'invoice' && <InvoiceView {...loaded.data} />}
        {loaded.view === 'day' && <DayView data={loaded.data} isStale={isStale} />}
        {loaded.view === 'floor' && <FloorView {...loaded.data} />}
        {loaded.view === 'people' && <PeopleView shop={loaded.data} />}
        {loaded.view === 'trail' && <TrailView {...loaded.data} />}
        {loaded.view === 'health' && <HealthView {...loaded.data} />}
      </Container>
      <SignInAgain />
    </DutyContext>
  );
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
