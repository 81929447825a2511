import { formatRupees, formatRupeesChoice } from '@twostroke/shared/domain/money';
import { Checklist } from '@twostroke/shared/ui/checklist';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { Price } from '@twostroke/shared/ui/price';
import { Band } from '../../parts/section.tsx';
import { Strokes } from '../../parts/strokes.tsx';
import { Container } from '@twostroke/shared/ui/container';
import styles from './extra-work-approval.module.css';

interface ExtraWorkApprovalProps {
  /** Rupees of extra work that a customer can allow. */
  limits: readonly number[];
}

/** Rupees of the example, as on a 350. */
const airFilter = 399;
const brakePads = 999;

/** What happens when the mechanic finds more. */
export function ExtraWorkApproval({ limits }: ExtraWorkApprovalProps) {
  const limit = limits.find((each) => each >= airFilter && each < airFilter + brakePads);
  return (
    <Band>
      <Container className={styles.promise}>
        <div>
          <h2>Nothing extra without your yes</h2>
          <Strokes short className={styles.strokes} />
          <p className={styles.lead}>
            You set a limit when you book: {formatRupeesChoice(limits)}. Above it we stop and send you a link, where you
            tap yes or no line by line. Say no, and it is neither done nor charged.
          </p>
        </div>
        <JobCard>
          <JobCardHead level={3} title="Found on the job" aside="An example, on a 350" />
          <JobCardBody>
            <Checklist
              words={{ doing: 'Waiting', not: 'Declined' }}
              items={[
                {
                  state: 'done',
                  label: 'Air filter choked with dust, replaced',
                  hint: limit ? `Inside a limit of ${formatRupees(limit)}` : 'Inside your limit',
                  end: <Price rupees={airFilter} />,
                },
                {
                  state: 'doing',
                  label: 'Rear brake pads worn',
                  hint: 'Above the limit: we wait for your yes or no',
                  end: <Price rupees={brakePads} />,
                },
                {
                  state: 'not',
                  label: 'Foam wash',
                  hint: 'You said no. Not done, not charged',
                  end: <Price rupees={0} />,
                },
              ]}
            />
          </JobCardBody>
        </JobCard>
      </Container>
    </Band>
  );
}
