import { BikeStand } from '@twostroke/shared/ui/bike-stand';
import { Checklist } from '@twostroke/shared/ui/checklist';
import { Heading } from '@twostroke/shared/ui/heading';
import styles from './account-benefits.module.css';

/** What a visitor gets by signing in, under a bike on the workshop's floor. */
export function AccountBenefits() {
  return (
    <section className={styles.benefits}>
      <BikeStand body="scooter" />
      <Heading level={2} size="m">
        What you get
      </Heading>
      <Checklist
        words={{ done: 'Yes' }}
        items={[
          { key: 'follow', state: 'done', label: 'Follow the job live', hint: 'and answer the mechanic on your phone' },
          { key: 'move', state: 'done', label: 'Move or cancel a booking', hint: 'at any hour, by yourself' },
          { key: 'invoices', state: 'done', label: 'All your invoices', hint: 'to read, save and print' },
        ]}
      />
    </section>
  );
}
