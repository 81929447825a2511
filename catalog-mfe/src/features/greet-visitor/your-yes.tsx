import { Checklist } from '@twostroke/shared/ui/checklist';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { Price } from '@twostroke/shared/ui/price';
import { Band } from '@twostroke/shared/ui/section';
import { Strokes } from '@twostroke/shared/ui/strokes';
import { Wrap } from '@twostroke/shared/ui/wrap';
import styles from './your-yes.module.css';

/** What happens when the mechanic finds more. The example's prices are those of a 350. */
export function YourYes() {
  return (
    <Band>
      <Wrap className={styles.promise}>
        <div>
          <h2>Nothing extra without your yes</h2>
          <Strokes short className={styles.strokes} />
          <p className={styles.lead}>
            You set a limit when you book: ₹0, ₹300, ₹500 or ₹1,000. Above it we stop and call you, line by line. Say
            no, and it is neither done nor charged.
          </p>
        </div>
        <JobCard>
          <JobCardHead level={3} title="Found on the job" aside="An example, on a 350" />
          <JobCardBody>
            <Checklist
              words={{ done: 'Done', doing: 'Waiting', not: 'Declined' }}
              items={[
                {
                  state: 'done',
                  label: 'Air filter choked with dust, replaced',
                  hint: 'Inside a limit of ₹500',
                  end: <Price rupees={399} />,
                },
                {
                  state: 'doing',
                  label: 'Rear brake pads worn',
                  hint: 'Above the limit: we call and wait for your answer',
                  end: <Price rupees={999} />,
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
      </Wrap>
    </Band>
  );
}
