import { Bike } from '@twostroke/shared/ui/bike';
import { Container } from '@twostroke/shared/ui/container';
import type { ReactNode } from 'react';
import styles from './hero.module.css';

export interface HeroProps {
  /** Body type of the bike in front of the wall. */
  body: string;
  /** The card on the wall; give it `heroCardClass`. */
  children: ReactNode;
}

/** Look of the job card on its clip. */
export const heroCardClass = styles.jobCard;

/** The workshop from outside: whitewashed wall, enamel dado, red-oxide floor, a bike, and a job card on its clip. */
export function Hero({ body, children }: HeroProps) {
  return (
    <section className={styles.hero}>
      <Container className={styles.wall}>
        <p className={styles.sign} lang="mr">
          तुमची गाडी, तुमच्या दारात
        </p>
        <div className={styles.words}>
          <h1>Your bike, serviced at your gate.</h1>
          <p>Job card, right oil, price fixed before we start. Twelve areas of south-east Pune.</p>
        </div>
        <div className={styles.bike}>
          <Bike body={body} />
        </div>
        <div className={styles.card}>{children}</div>
      </Container>
    </section>
  );
}
