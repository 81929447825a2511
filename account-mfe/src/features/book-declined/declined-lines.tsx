import { readPickableModels } from '@twostroke/shared/api/read-bikes';
import type { DeclinedWork } from '@twostroke/shared/contracts/answers/booking';
import { paths } from '@twostroke/shared/contracts/paths';
import { brands } from '@twostroke/shared/domain/brands';
import { declinedItem } from '@twostroke/shared/domain/declined-work';
import { formatRupees } from '@twostroke/shared/domain/money';
import { modelIdOf, vehicleOf } from '@twostroke/shared/domain/vehicle';
import { callRpc } from '@twostroke/shared/client';
import { useNavigate } from '@twostroke/shared/router';
import { addToCart, chooseVehicle } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import { LineItem } from '@twostroke/shared/ui/line-item';
import { useState } from 'react';
import { explain } from '../../messages.ts';

export interface DeclinedLinesProps {
  lines: readonly DeclinedWork[];
  /** `brand/model` */
  modelId: string;
  /** The token of a guest's link; a member needs none. */
  token?: string | undefined;
}

/** What was found with a booking and not done: one press puts a line into the cart for the next visit, or ends the question. */
export function DeclinedLines({ lines, modelId, token }: DeclinedLinesProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState<string | null>(null);
  const [ended, setEnded] = useState<readonly DeclinedWork[]>([]);
  const left = lines.filter(({ id }) => !ended.some((work) => work.id === id));
  const [problem, setProblem] = useState<string | null>(null);
  if (left.length === 0 && ended.length === 0) return null;
  async function add(work: DeclinedWork): Promise<void> {
    setBusy(work.id);
    setProblem(null);
    try {
      const model = (await readPickableModels()).find((listed) => modelIdOf(listed) === modelId);
      const brand = brands.find(({ slug }) => slug === model?.brand_slug);
      if (model && brand) {
        const vehicle = vehicleOf(brand, model);
        chooseVehicle(vehicle);
        addToCart(declinedItem(work, token), vehicle);
        return void navigate(paths.bookService());
      }
    } catch (thrown) {
      setProblem(explain(thrown));
    }
    setBusy(null);
  }
  async function end(work: DeclinedWork): Promise<void> {
    setBusy(work.id);
    setProblem(null);
    try {
      await callRpc('end_declined_work', { work: work.id, ...(token && { manage_token: token }) });
      setEnded([...ended, work]);
    } catch (thrown) {
      setProblem(explain(thrown));
    }
    setBusy(null);
  }
  return (
    <JobCard as="section" aria-labelledby="declined">
      <JobCardHead title="Found, not done yet" id="declined" />
      <JobCardBody>
        <FormProblem sentence={problem} />
        {ended.length > 0 && (
          // It takes the focus: the button that was pressed is gone with its line.
          <PressAnswer tone="ok" takesFocus key={ended.length}>
            <p>We don’t ask again about: {ended.map(({ name }) => name).join(', ')}.</p>
          </PressAnswer>
        )}
        {left.map((work) => (
          <LineItem
            key={work.id}
            title={work.name}
            value={
              <Button
                variant="line"
                small
                busy={busy === work.id}
                busyLabel="Adding"
                aria-label={`Book it, ${formatRupees(work.price)}: ${work.name}`}
                onClick={() => void add(work)}
              >
                Book it, {formatRupees(work.price)}
              </Button>
            }
            note={work.reason}
            action={
              <Button variant="quiet" small aria-label={`Don’t ask again: ${work.name}`} onClick={() => void end(work)}>
                Don’t ask again
              </Button>
            }
          />
        ))}
      </JobCardBody>
    </JobCard>
  );
}
