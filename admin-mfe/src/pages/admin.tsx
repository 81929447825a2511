import { useLoaderData, type LoaderFunctionArgs } from '@twostroke/shared/router';
import { Container } from '@twostroke/shared/ui/container';
import { WorkshopTabs, type WorkshopView } from '../parts/workshop-tabs.tsx';
import { DayView } from './views/day-view.tsx';
import { HealthView } from './views/health-view.tsx';
import { loadDay, type DayData } from './views/load-day.ts';
import { loadHealth, type HealthData } from './views/load-health.ts';
import styles from './admin.module.css';

type AdminData = { view: 'day'; data: DayData } | { view: 'health'; data: HealthData };

/** Reads the view named in the address: `?view=health`, else the day. @throws AppError */
export async function loader({ request }: LoaderFunctionArgs): Promise<AdminData> {
  const { searchParams } = new URL(request.url);
  const view: WorkshopView = searchParams.get('view') === 'health' ? 'health' : 'day';
  if (view === 'health') return { view, data: await loadHealth(searchParams) };
  return { view, data: await loadDay(searchParams) };
}

/** /admin: the tabs of the workshop and the view that is chosen. The tabs stay while views change, and keep the focus. */
export function Component() {
  const { view, data } = useLoaderData<AdminData>();
  return (
    <Container width="admin" className={styles.page}>
      <WorkshopTabs current={view} />
      {view === 'health' ? <HealthView {...data} /> : <DayView {...data} />}
    </Container>
  );
}
