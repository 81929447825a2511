import { readPickableModels } from '@twostroke/shared/api/read-bikes';
import type { DeclinedWork } from '@twostroke/shared/contracts/answers/booking';
import { paths } from '@twostroke/shared/contracts/paths';
import { brands } from '@twostroke/shared/domain/brands';
import { declinedItem } from '@twostroke/shared/domain/declined-work';
import { formatRupees } from '@twostroke/shared/domain/money';
import { vehicleOf } from '@twostroke/shared/domain/vehicle';
import { useNavigate } from '@twostroke/shared/router';
import { addToCart, chooseVehicle } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
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

/** What was found with a booking and not done: one press puts a line into the cart for the next visit. */
export function DeclinedLines({ lines, modelId, token }: DeclinedLinesProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (lines.length === 0) return null;
  async function add(work: DeclinedWork): Promise<void> {
    setBusy(work.id);
    setProblem(null);
    try {
      const model = (await readPickableModels()).find(({ id }) => id === modelId);
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
  return (
    <JobCard as="section" aria-labelledby="declined">
      <JobCardHead title="Found, not done yet" id="declined" />
      <JobCardBody>
        <FormProblem sentence={problem} />
        {lines.map((work) => (
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
          />
        ))}
      </JobCardBody>
    </JobCard>
  );
}
