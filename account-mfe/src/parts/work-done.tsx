import type { JobCardLine } from '@twostroke/shared/api/bookings';
import { checklistGroups } from '@twostroke/shared/domain/job-card-lines';
import { ChecklistGroups } from '@twostroke/shared/ui/checklist-groups';

/** The finished job card to open and read. Nothing before the bike is ready. */
export function WorkDone({ lines }: { lines: readonly JobCardLine[] }) {
  return <ChecklistGroups summary="What was done" groups={checklistGroups(lines)} />;
}
