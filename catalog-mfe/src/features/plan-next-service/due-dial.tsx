import { Field } from '@twostroke/shared/ui/field';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { ServiceDial } from './service-dial.tsx';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState } from 'react';
import { dueSentence, readKm } from './due-sentence.ts';

/** The rider types the kilometres since the last service; the dial and a sentence say when the next one is due. */
export function DueDial({ intervalKm }: { intervalKm: number }) {
  const [typed, setTyped] = useState('');
  const km = readKm(typed);
  return (
    <JobCard as="section">
      <JobCardHead title="When is mine due?" />
      <JobCardBody>
        <ServiceDial km={km ?? 0} intervalKm={intervalKm} />
        <Field
          label="Kilometres since the last service"
          error={typed.trim() !== '' && km === null ? 'Enter kilometres as a number' : null}
        >
          <TextInput
            inputMode="numeric"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={7}
          />
        </Field>
        <p aria-live="polite">{dueSentence(km, intervalKm)}</p>
      </JobCardBody>
    </JobCard>
  );
}
