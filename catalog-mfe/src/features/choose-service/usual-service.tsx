import { paths } from '@twostroke/shared/contracts/paths';
import { formatJobTime } from '@twostroke/shared/domain/duration';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Button } from '@twostroke/shared/ui/button';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { Price } from '@twostroke/shared/ui/price';
import { Text } from '@twostroke/shared/ui/text';
import type { Offer } from '../../model/offer.ts';

export interface UsualServiceProps {
  offer: Offer;
  /** The service's page for this bike. */
  to: string;
  onBook: () => void;
}

/** Price and main action of the service that most customers of a bike book. */
export function UsualService({ offer, to, onBook }: UsualServiceProps) {
  return (
    <JobCard>
      <JobCardHead
        title={offer.short_name}
        aside={<Price rupees={offer.price} from={offer.price_is_from} size="l" />}
      />
      <JobCardBody>
        <Text size="small">
          {offer.summary}, {formatJobTime(offer)}, GST included. <Anchor to={to}>See its job card</Anchor>
        </Text>
        <Button wide onClick={onBook} data-leads-to={paths.bookService()}>
          Book a time
        </Button>
      </JobCardBody>
    </JobCard>
  );
}
