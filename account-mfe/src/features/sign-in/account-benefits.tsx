import { BikeStand } from '@twostroke/shared/ui/bike-stand';
import { Heading } from '@twostroke/shared/ui/heading';
import { Icon } from '@twostroke/shared/ui/icon';
import { check } from '@twostroke/shared/ui/icons';
import styles from './account-benefits.module.css';

const benefits = [
  ['Follow the job live', 'and answer the mechanic on your phone'],
  ['Move or cancel a booking', 'at any hour, by yourself'],
  ['All your invoices', 'to read, save and print'],
] as const;

/** What a visitor gets by signing in, under a bike on the workshop's floor. */
export function AccountBenefits() {
  return (
    <section className={styles.benefits}>
      <BikeStand body="scooter" />
      <Heading level={2} size="m">
        What you get
      </Heading>
      <ul>
        {benefits.map(([what, how]) => (
          <li key={what} className={styles.benefit}>
            <Icon path={check} />
            <span>
              <b>{what}</b> {how}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
