import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Icon } from '@twostroke/shared/ui/icon';
import { phone } from '@twostroke/shared/ui/icons';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import { bikeOf, isDone, type PlannedJob } from '../../model/board-job.ts';
import { useMay } from '../../model/duty.ts';
import { useBoardDesk } from '../../parts/board-desk.ts';
import { OfficeKey } from '../../parts/office-key.tsx';
import { assignJob } from './move-jobs.ts';

export interface JobMenuProps {
  job: PlannedJob;
  /** The people who can be assigned a job. */
  mechanics: readonly string[];
  onMove: () => void;
  onClose: () => void;
  onChanged: () => Promise<void>;
}

/** What can be done with a card: assign it, move it, promise a time, call the customer. */
export function JobMenu({ job, mechanics, onMove, onClose, onChanged }: JobMenuProps) {
  const may = useMay();
  const { hrefOf } = useBoardDesk();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const movable = ['confirmed', 'assigned', 'on_the_way'].includes(job.status);
  async function give(mechanic: string): Promise<void> {
    setBusy(mechanic);
    try {
      await assignJob(job, mechanic, onChanged);
      onClose();
    } catch (thrown) {
      setProblem(explain(thrown));
      // A colleague has assigned it meanwhile: the board shows the mechanic.
      await onChanged();
    }
    setBusy(null);
  }
  return (
    <Dialog open onClose={onClose} title={`${bikeOf(job)}, ${job.service ?? 'Service'}`} closeLabel="Close the menu">
      <Stack>
        {may('assign_jobs') && !isDone(job) && (
          <Stack gap="s">
            <p>{job.mechanic ? `${job.mechanic} has it. Give it to:` : 'Not assigned. Give it to:'}</p>
            <Row role="group" aria-label="People on duty">
              {mechanics
                .filter((name) => name !== job.mechanic)
                .map((name) => (
                  <Button
                    key={name}
                    variant="line"
                    busy={busy === name}
                    busyLabel={name}
                    onClick={() => void give(name)}
                  >
                    {name}
                  </Button>
                ))}
            </Row>
          </Stack>
        )}
        <FormProblem sentence={problem} />
        <Row>
          {may('change_bookings') && movable && (
            <Button variant="line" onClick={onMove}>
              Move <OfficeKey>M</OfficeKey>
            </Button>
          )}
          {may('assign_jobs') && !isDone(job) && job.status !== 'ready' && (
            <ButtonLink to={`${hrefOf(job.id)}&do=promise`} variant="line" onClick={onClose}>
              Promise a time
            </ButtonLink>
          )}
          {job.phone && (
            <ButtonLink to={`tel:${job.phone}`} variant="line">
              <Icon path={phone} />
              Call
            </ButtonLink>
          )}
        </Row>
      </Stack>
    </Dialog>
  );
}
