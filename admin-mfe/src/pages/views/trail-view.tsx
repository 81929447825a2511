import { workshopPaths } from '@twostroke/shared/contracts/paths';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Head } from '@twostroke/shared/ui/head';
import { Row } from '@twostroke/shared/ui/row';
import { AuditTrail } from '../../features/read-trail/audit-trail.tsx';
import type { TrailData } from './load-trail.ts';
import { PeopleTabs } from '../../parts/workshop-tabs.tsx';
import styles from './people-view.module.css';

/** With its data, so that both are one download. */
export { loadTrail } from './load-trail.ts';

/** /admin?view=trail: what people of the shop wrote, with names. */
export function TrailView({ lines, before, next }: TrailData) {
  return (
    <div className={styles.view}>
      <Head title="Who did what | Twostroke" noIndex />
      <div className={styles.bar}>
        <h1>Who did what</h1>
      </div>
      <PeopleTabs current="trail" />
      {lines.length === 0 ? <p>Nothing was changed yet.</p> : <AuditTrail lines={lines} />}
      <Row>
        {before !== null && (
          <ButtonLink variant="line" small to={workshopPaths.trail()}>
            Newest
          </ButtonLink>
        )}
        {next !== null && (
          <ButtonLink variant="line" small to={workshopPaths.trail(next)}>
            Older
          </ButtonLink>
        )}
      </Row>
    </div>
  );
}
