import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import styles from './handover-code.module.css';

export interface HandoverCodeProps {
  /** Four digits; nothing is shown without them. */
  code: string | null | undefined;
  mode: ServiceMode;
}

const words: Record<ServiceMode, string> = {
  pickup:
    'Say this code when we take your bike and when you get it back. A person who hands over the bike for you needs it.',
  doorstep: 'Say this code when the work is done and you get your bike back. A person who takes it for you needs it.',
  workshop: 'Say this code when you get your bike back. A person who collects it for you needs it.',
};

/** What the customer says when the bike changes hands: each digit in a cell, read aloud one by one. */
export function HandoverCode({ code, mode }: HandoverCodeProps) {
  if (!code) return null;
  return (
    <JobCard as="section" aria-label="Handover code">
      <JobCardHead title="Handover code" />
      <JobCardBody>
        <p className={styles.code}>
          {[...code].map((digit, place) => (
            <span key={place} className={styles.digit}>
              {digit}
            </span>
          ))}
        </p>
        <p>{words[mode]}</p>
      </JobCardBody>
    </JobCard>
  );
}
