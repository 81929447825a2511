import { formatDuration } from '@twostroke/shared/domain/duration';
import { formatRupees } from '@twostroke/shared/domain/money';
import { useState } from 'react';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { FormProblem } from './form-problem.tsx';
import { JobCard, JobCardBody, JobCardFoot, JobCardHead } from './job-card.tsx';
import { Row } from './row.tsx';
import { Stack } from './stack.tsx';

export interface ExtraWorkItem {
  id: string;
  name: string;
  reason: string;
  /** Whole rupees, GST included. */
  price: number;
  minutes: number;
  status: string;
  decided_by: string | null;
}

export interface ExtraWorkProps {
  lines: readonly ExtraWorkItem[];
  /** Rupees of extra work that need no question. */
  limit: number;
  /** Says yes or no to a line; answers a sentence when that was refused. Without it the lines are only shown. */
  onAnswer?: (id: string, approve: boolean) => Promise<string | null>;
}

/** Work found on the bike: what, why, how long, for how much. Nothing is done before the customer's yes. */
export function ExtraWork({ lines, limit, onAnswer }: ExtraWorkProps) {
  const [asking, setAsking] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (lines.length === 0) return null;
  const used = lines.reduce((sum, line) => sum + (line.decided_by === 'limit' ? line.price : 0), 0);

  async function answer(id: string, approve: boolean): Promise<void> {
    if (asking || !onAnswer) return;
    setAsking(id);
    setProblem(await onAnswer(id, approve));
    setAsking(null);
  }

  return (
    <JobCard as="section" aria-label="Extra work">
      <JobCardHead title="Extra work" />
      <JobCardBody>
        <Stack>
          <FormProblem sentence={problem} />
          {lines.map((line) => (
            <Stack gap="s" key={line.id}>
              <Row between>
                <b>
                  {line.name}, {formatRupees(line.price)}
                </b>
                <Answered line={line} />
              </Row>
              <p>
                {line.reason}
                {line.minutes > 0 && `, ${formatDuration(line.minutes)}`}
              </p>
              {line.status === 'proposed' && onAnswer && (
                <Row>
                  <Button
                    variant="line"
                    busy={asking === line.id}
                    busyLabel="Telling the workshop"
                    onClick={() => void answer(line.id, true)}
                    aria-label={`Yes, do it: ${line.name} for ${formatRupees(line.price)}`}
                  >
                    Yes, do it
                  </Button>
                  <Button
                    variant="line"
                    onClick={() => void answer(line.id, false)}
                    aria-label={`No, leave it: ${line.name}`}
                  >
                    No, leave it
                  </Button>
                </Row>
              )}
            </Stack>
          ))}
        </Stack>
      </JobCardBody>
      <JobCardFoot>
        <p>
          {limit > 0
            ? `Allowed without asking: ${formatRupees(limit)}, used: ${formatRupees(used)}.`
            : 'Nothing is done without your yes.'}
        </p>
      </JobCardFoot>
    </JobCard>
  );
}

function Answered({ line: { status, decided_by } }: { line: ExtraWorkItem }) {
  if (status === 'proposed') return <Badge tone="warn">Yes or no?</Badge>;
  if (status === 'declined') return <Badge tone="stop">Declined</Badge>;
  return <Badge tone="ok">{decided_by === 'limit' ? 'Within the limit' : 'Approved'}</Badge>;
}
