import { proposeExtraWork } from '@twostroke/shared/api/bookings';
import { notify } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Row } from '@twostroke/shared/ui/row';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import { sendWords, toPropose, type FoundJob } from '../../model/findings.ts';

export interface ProposeFindingsProps {
  booking: string;
  job: FoundJob;
  onChanged: () => Promise<void>;
}

/** Sends the priced lines of what was found, as the floor does. Nothing when there is none. */
export function ProposeFindings({ booking, job, onChanged }: ProposeFindingsProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const lines = toPropose(job);
  if (lines.length === 0) return null;
  const words = sendWords(lines);
  async function send(): Promise<void> {
    setBusy(true);
    try {
      await proposeExtraWork(booking, lines);
      void notify(`Proposed: ${lines.map(({ name }) => name).join(', ')}`);
      setProblem(null);
    } catch (thrown) {
      setProblem(explain(thrown));
    }
    await onChanged();
    setBusy(false);
  }
  return (
    <>
      <FormProblem sentence={problem} />
      <Row>
        <Button variant="line" busy={busy} busyLabel="Sending" onClick={() => void send()}>
          {words}
        </Button>
      </Row>
    </>
  );
}
