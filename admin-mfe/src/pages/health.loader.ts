import { atShop } from '@twostroke/shared/domain/calendar';
import type { LoaderFunctionArgs } from '@twostroke/shared/router';
import { readHealth, type Health } from '../features/read-health/health.ts';
import { periodOf, type Period } from '../features/read-health/periods.ts';

export interface HealthData {
  period: Period;
  health: Health;
  /** `HH:MM` at the shop when this was read. */
  readAt: string;
}

export async function loader({ request }: LoaderFunctionArgs): Promise<HealthData> {
  const period = periodOf(new URL(request.url).searchParams.get('hours'));
  return { period, health: await readHealth(period.hours), readAt: atShop(new Date()).time };
}
