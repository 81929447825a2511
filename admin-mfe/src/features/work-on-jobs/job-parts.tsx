import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { useState } from 'react';
import { isAtWork, partWords } from '../../model/used-parts.ts';
import { UsedParts } from '../../parts/used-parts.tsx';
import type { LiveJob } from './use-marks.ts';

/** What was used on a job: written down here, sent when there is a network. */
export function JobParts({ job, enter }: LiveJob) {
  const [isShown, setShown] = useState(false);
  const { used_parts: parts } = job;
  const count = parts.length === 1 ? '1 line' : `${parts.length} lines`;
  return (
    <Disclosure summary={parts.length === 0 ? 'Used on this bike' : `Used on this bike: ${count}`} onToggle={setShown}>
      {isShown && (
        <UsedParts
          parts={parts}
          // A line that waits on this phone has no id that the database knows.
          work={job.extra_work.filter(({ status, id }) => status === 'approved' && !id.includes(' '))}
          oilLitres={job.oil_litres}
          isOpen={isAtWork(job.status)}
          onAdd={(part) => {
            enter(`Used: ${part.name}`, { kind: 'part', part });
            return Promise.resolve(null);
          }}
          onRemove={(part) => {
            enter(`Not used: ${partWords(part)}`, { kind: 'part', off: part.position, name: part.name });
            return Promise.resolve(null);
          }}
        />
      )}
    </Disclosure>
  );
}
