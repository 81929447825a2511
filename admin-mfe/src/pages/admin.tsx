import { callRpc, toAppError } from '@twostroke/shared/client';
import { paths } from '@twostroke/shared/contracts/paths';
import { redirect, useLoaderData, useLocation, type LoaderFunctionArgs } from '@twostroke/shared/router';
import { Container } from '@twostroke/shared/ui/container';
import { WorkshopTabs } from '../parts/workshop-tabs.tsx';
import { CallerView } from './views/caller-view.tsx';
import { DayView } from './views/day-view.tsx';
import { HealthView } from './views/health-view.tsx';
import { InvoiceView } from './views/invoice-view.tsx';
import { loadCaller, type CallerData } from './views/load-caller.ts';
import { OfficeBar } from './views/office-bar.tsx';
import { reloadOrKeep, useKeepShown, type Kept } from './views/keep-shown.ts';
import { loadDay, type DayData } from './views/load-day.ts';
import { loadHealth, type HealthData } from './views/load-health.ts';
import styles from './admin.module.css';

type AdminData = (
  | { view: 'day'; data: DayData }
  | { view: 'health'; data: HealthData }
  | { view: 'caller'; data: CallerData }
  | { view: 'invoice'; data: { booking: string } }
) &
  Kept;

/**
 * Reads the view named in the address: `?view=health`, `caller` or `invoice`, else the day. An admin without the second
 * factor is sent to the page that asks for it.
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
  const view = searchParams.get('view');
  if (view === 'health') return { view, data: await loadHealth(searchParams) };
  if (view === 'caller') return { view, data: await loadCaller() };
  const booking = searchParams.get('booking');
  if (view === 'invoice' && booking) return { view, data: { booking } };
  return { view: 'day', data: await loadDay(searchParams) };
}

/** /admin: the tabs of the workshop and the view that is chosen. The tabs stay while views change, and keep the focus. */
export function Component() {
  const loaded = useLoaderData<AdminData>();
  const { view, data, isStale = false } = loaded;
  useKeepShown(useLocation().search, loaded);
  return (
    <Container width="admin" className={styles.page}>
      <WorkshopTabs current={view} />
      <OfficeBar isCaller={view === 'caller'} />
      {view === 'health' && <HealthView {...data} />}
      {view === 'caller' && <CallerView {...data} />}
      {view === 'invoice' && <InvoiceView {...data} />}
      {view === 'day' && <DayView data={data} isStale={isStale} />}
    </Container>
  );
}
