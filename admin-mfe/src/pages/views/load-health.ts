import { atShop } from '@twostroke/shared/domain/calendar';
import { readHealth, type Health } from '../../features/read-health/health.ts';
import { periodOf, type Period } from '../../features/read-health/periods.ts';

export interface HealthData {
  period: Period;
  health: Health;
  /** `HH:MM` at the shop when this was read. */
  readAt: string;
}

/** Reads the health of the site for the hours named in the address. @throws AppError */
export async function loadHealth(searchParams: URLSearchParams): Promise<HealthData> {
  const period = periodOf(searchParams.get('hours'));
  return { period, health: await readHealth(period.hours), readAt: atShop(new Date()).time };
}
