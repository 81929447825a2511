import { paths } from '@twostroke/shared/contracts/paths';
import { formatTime } from '@twostroke/shared/domain/calendar';
import { useRevalidator } from '@twostroke/shared/router';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { EmptyState } from '@twostroke/shared/ui/empty-state';
import { Head } from '@twostroke/shared/ui/head';
import { Heading } from '@twostroke/shared/ui/heading';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { useState } from 'react';
import { AppHealth } from '../../features/read-health/app-health.tsx';
import { ErrorList } from '../../features/read-health/error-list.tsx';
import { PeriodSwitch } from '../../features/read-health/period-switch.tsx';
import { ViewFrame } from '../../parts/view-frame.tsx';
import styles from './health-view.module.css';
import type { HealthData } from './load-health.ts';

/** With its data, so that both are one download. */
export { loadHealth } from './load-health.ts';

/** /admin?view=health: visits, errors and page speed by app and version. */
export function HealthView({ period, health, readAt }: HealthData) {
  const { revalidate, state } = useRevalidator();
  const [said, say] = useState('');
  const apps = [...new Set(health.apps.map(({ app }) => app))];
  const nothing = health.apps.length === 0 && health.errors.length === 0;

  async function reload(): Promise<void> {
    say('');
    await revalidate();
    say('Read again');
  }

  return (
    <ViewFrame
      bar={
        <>
          <h1>Health of the site</h1>
          <span className={styles.read}>Read at {formatTime(readAt)}</span>
          <PeriodSwitch period={period} />
          <Button variant="line" small busy={state === 'loading'} busyLabel="Reading" onClick={() => void reload()}>
            Read again
          </Button>
        </>
      }
    >
      <Head title="Health of the site | Twostroke" noIndex />
      {nothing ? (
        <EmptyState
          title={`No reports in ${period.words}`}
          body={null}
          actions={
            period.hours < 168 && (
              <ButtonLink variant="line" to={paths.adminHealth(168)}>
                Look back 7 days
              </ButtonLink>
            )
          }
        >
          <p>
            A browser reports a few seconds after it has opened a page. Open the site in another tab, then read again.
          </p>
        </EmptyState>
      ) : (
        <>
          <section className={styles.apps} aria-labelledby="apps">
            <Heading level={2} size="m" id="apps">
              Apps and their versions
            </Heading>
            <p className={styles.note}>
              A visit is a page load in which the app took part. Three of four visits were at least as good as each
              measurement; it counts for the app whose page was open. Figures of few visits jump about.
            </p>
            {apps.map((app) => (
              <AppHealth key={app} app={app} versions={health.apps.filter((version) => version.app === app)} />
            ))}
          </section>
          <ErrorList errors={health.errors} />
        </>
      )}
      <LiveRegion message={said} />
    </ViewFrame>
  );
}
