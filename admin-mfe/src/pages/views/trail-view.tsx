import { workshopPaths } from '@twostroke/shared/contracts/paths';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Head } from '@twostroke/shared/ui/head';
import { Row } from '@twostroke/shared/ui/row';
import { AuditTrail } from '../../features/read-trail/audit-trail.tsx';
import type { TrailData } from './load-trail.ts';
import { ViewFrame } from '../../parts/view-frame.tsx';
import { PeopleTabs } from '../../parts/workshop-tabs.tsx';

/** With its data, so that both are one download. */
export { loadTrail } from './load-trail.ts';

/** /admin?view=trail: what people of the shop wrote, with names. */
export function TrailView({ lines, before, next }: TrailData) {
  return (
    <ViewFrame bar={<h1>Who did what</h1>}>
      <Head title="Who did what | Twostroke" noIndex />
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
    </ViewFrame>
  );
}
