import { paths } from '@twostroke/shared/contracts/paths';
import { areas } from '@twostroke/shared/domain/areas';
import { shop } from '@twostroke/shared/domain/shop';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import type { ShopFacts } from '../../model/shop-facts.ts';
import styles from './workshop-place.module.css';

/** Where the workshop is and what is printed on its bills. */
export function WorkshopPlace({ facts }: { facts: ShopFacts }) {
  const area = areas.find(({ slug }) => slug === facts.workshopArea);
  return (
    <JobCard as="section" aria-labelledby="workshop-place">
      <JobCardHead title="The workshop" id="workshop-place" />
      <JobCardBody>
        <address className={styles.address}>
          {shop.name}
          <br />
          {facts.address}
        </address>
        <p>
          Ride in at the time you booked.
          {area && (
            <>
              {' '}
              More about <Anchor to={paths.area(area.slug)}>riding in {area.name}</Anchor>.
            </>
          )}
        </p>
        <p className={styles.gstin}>GSTIN {facts.gstin}</p>
        {facts.isDemo && (
          <p className={styles.demo}>This is a demo shop: address, phone numbers and GSTIN are invented.</p>
        )}
      </JobCardBody>
    </JobCard>
  );
}
