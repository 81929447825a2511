import { Button } from '@twostroke/shared/ui/button';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { Stack } from '@twostroke/shared/ui/stack';
import { useSubmit } from '@twostroke/shared/ui/use-submit';
import { useState } from 'react';
import { ownLines } from '../../model/findings.ts';
import { checkWork, readWork } from '../../model/proposed-work.ts';
import { WorkFields } from '../../parts/work-fields.tsx';
import styles from './floor.module.css';
import { JobPhotos } from './job-photos.tsx';
import { refuse } from './refuse.ts';
import type { LiveJob } from './use-marks.ts';
import { WorkLine } from './work-line.tsx';

/** Work that no point of the inspection asks for: from the price list, or in the mechanic's own words. */
export function OwnWork(live: LiveJob) {
  const { job } = live;
  const [isShown, setShown] = useState(false);
  const lines = ownLines(job);
  const isAsked = job.status === 'awaiting_approval';
  const count = lines.length === 1 ? '1 line' : `${lines.length} lines`;
  return (
    <Disclosure
      summary={lines.length === 0 ? 'Something else found' : `Something else found: ${count}`}
      onToggle={setShown}
    >
      {isShown && (
        <Stack as="section" aria-label="Something else found">
          {lines.map((line) => (
            <Stack key={line.id}>
              <WorkLine job={job} line={line} />
              {/* A line that waits on this phone has no id that the database knows. */}
              {!line.id.includes(' ') && <JobPhotos job={job} subject={`line-${line.id}`} label={line.name} />}
            </Stack>
          ))}
          {isAsked && <p>The customer is answering. Propose more work after that.</p>}
          {/* Hidden, not removed: somebody else may have proposed work while a line was typed here. */}
          <div hidden={isAsked}>
            <OwnWorkForm {...live} />
          </div>
        </Stack>
      )}
    </Disclosure>
  );
}

function OwnWorkForm({ job, enter }: LiveJob) {
  // New fields after each line.
  const [sent, setSent] = useState(0);
  const { errors, onSubmit } = useSubmit({
    check: (data) => {
      const found = checkWork(data, job.offers);
      if (Object.values(found).some(Boolean)) refuse();
      return found;
    },
    send: (data) => {
      const line = readWork(data, job.offers);
      enter(`Propose: ${line.name}`, { kind: 'propose', items: [line] });
      setSent((before) => before + 1);
      return Promise.resolve(null);
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} aria-label="Propose something else">
      <Stack>
        <WorkFields key={sent} job={job} limit={job.approval_limit} errors={errors} />
        <Button type="submit" variant="line" wide className={styles.thumb}>
          Propose it
        </Button>
      </Stack>
    </form>
  );
}
