import { formatRupees } from '@twostroke/shared/domain/money';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Cells } from '@twostroke/shared/ui/cells';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { Text } from '@twostroke/shared/ui/text';
import { modesSentence } from '../../model/service-mode.ts';
import type { ServiceLine } from '../../model/service-line.ts';
import type { ServicePackage } from '../../model/service-package.ts';
import styles from './service-cards.module.css';

export interface ServiceCardsProps {
  packages: readonly ServicePackage[];
  /** The rows shown now, with the bike's own prices when there is a bike. */
  lines: readonly ServiceLine[];
  /** Name of the customer's model; null before one is chosen. */
  bikeName: string | null;
  /** For a package without its own page: leads to the list of bikes. */
  onChooseBike: () => void;
}

/** The packages of a category, one card each. A package that does not fit the bike says so. */
export function ServiceCards({ packages, lines, bikeName, onChooseBike }: ServiceCardsProps) {
  return (
    <div className={styles.cards}>
      {packages.map((one) => {
        const line = lines.find(({ slug }) => slug === one.slug);
        return (
          <JobCard as="article" key={one.slug} id={one.slug} className={styles.card}>
            <JobCardHead title={one.short_name} level={2} />
            <JobCardBody className={styles.body}>
              <p>{one.lead}</p>
              {line ? (
                <>
                  <Cells cells={[priceCell(line), { label: 'Takes', value: line.time }]} />
                  <Text size="small">{modesSentence(one.modes)}</Text>
                  <ServiceLink line={line} slug={one.slug} bikeName={bikeName} onChooseBike={onChooseBike} />
                </>
              ) : (
                <Text muted>
                  Not for the {bikeName}:{' '}
                  {one.drive === 'chain' ? 'it has a belt, not a chain.' : 'it has a chain, not a belt.'}
                </Text>
              )}
            </JobCardBody>
          </JobCard>
        );
      })}
    </div>
  );
}

function priceCell({ rupees, from }: ServiceLine) {
  const value = rupees === null ? '…' : `${from ? 'from ' : ''}${formatRupees(rupees)}`;
  return { label: 'Price, GST included', value };
}

type ServiceLinkProps = Pick<ServiceCardsProps, 'bikeName' | 'onChooseBike'> & { line: ServiceLine; slug: string };

/** Without a bike, only a package with its own page is a link; another one asks for the bike. */
function ServiceLink({ line, slug, bikeName, onChooseBike }: ServiceLinkProps) {
  if (!bikeName && line.to.endsWith(`#${slug}`))
    return (
      <Button variant="line" wide onClick={onChooseBike}>
        See the price for your bike
      </Button>
    );
  return (
    <ButtonLink to={line.to} variant="line" wide>
      {bikeName ? `See it for ${bikeName}` : `All about ${line.name}`}
    </ButtonLink>
  );
}
