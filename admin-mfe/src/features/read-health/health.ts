import type { Health } from '@twostroke/shared/contracts/answers/health';
import { callRpc } from '@twostroke/shared/client';

export type { Health, SeenError, VersionHealth } from '@twostroke/shared/contracts/answers/health';

/** What browsers reported in the last hours. @throws AppError */
export function readHealth(hours: number): Promise<Health> {
  return callRpc('client_health', { hours });
}
