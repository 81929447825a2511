import type { BookingStatus } from '@twostroke/shared/domain/database-enum';

/** While staff may find and propose more work. */
export const canPropose = (status: BookingStatus): boolean =>
  status === 'inspecting' || status === 'in_service' || status === 'quality_check';
