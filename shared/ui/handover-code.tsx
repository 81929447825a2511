import type { ServiceMode } from '../domain/booking-form.ts';
import { Cells } from './cells.tsx';
import { JobCard, JobCardBody } from './job-card.tsx';

export interface HandoverCodeProps {
  /** Four figures; nothing is shown without them. */
  code: string | null;
  mode: ServiceMode;
}

const words: Record<ServiceMode, string> = {
  pickup:
    'Say this code when we take your bike and when you get it back. Whoever hands over the bike for you needs it.',
  doorstep: 'Say this code when the work is done and you get your bike back. Whoever is there for you needs it.',
  workshop: 'Say this code when you get your bike back. Whoever comes for it in your place needs it.',
};

/** What the customer says when the bike changes hands. */
export function HandoverCode({ code, mode }: HandoverCodeProps) {
  if (!code) return null;
  return (
    <JobCard as="section" aria-label="Handover code">
      <Cells flush cells={[{ label: 'Handover code', value: code }]} />
      <JobCardBody>
        <p>{words[mode]}</p>
      </JobCardBody>
    </JobCard>
  );
}
