import { paths } from '@twostroke/shared/contracts/paths';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { Price } from '@twostroke/shared/ui/price';
import { formatJobTime } from '@twostroke/shared/domain/duration';
import { lineOfOffer, lineOfPackage } from '../../model/service-line.ts';
import type { ServicePackage } from '../../model/service-package.ts';
import { useVehicleOffers } from '../../model/use-vehicle-offers.ts';

export interface PackageCallToActionProps {
  title: string;
  service: ServicePackage;
}

/** One service to book instead of do-it-yourself: for the customer's bike, or from its lowest price. */
export function PackageCallToAction({ title, service }: PackageCallToActionProps) {
  const bike = useVehicleOffers();
  const ready = bike.status === 'ready' ? bike : null;
  const offer = ready?.offers.find(({ package_slug }) => package_slug === service.slug);
  const line = ready && offer ? lineOfOffer(offer, ready.vehicle) : lineOfPackage(service);
  const where = service.modes.includes('doorstep') ? 'at your gate' : 'at our workshop';
  return (
    <JobCard as="section" aria-label={line.name}>
      <JobCardHead title={title} aside={line.rupees !== null && <Price rupees={line.rupees} from={line.from} />} />
      <JobCardBody>
        {ready && offer ? (
          <p>
            {line.name} for your {ready.vehicle.model.name}, {where}, {line.time}. {service.summary}.
          </p>
        ) : (
          <p>
            {line.name}, {where}, from {formatJobTime(service)}. {service.summary}.
          </p>
        )}
        {ready && !offer && <p>We don’t offer this for your {ready.vehicle.model.name}.</p>}
        <div>
          {ready && !offer ? (
            <ButtonLink to={paths.bike(ready.vehicle.brand.slug, ready.vehicle.model.slug)}>
              See what your {ready.vehicle.model.name} needs
            </ButtonLink>
          ) : (
            <ButtonLink to={line.to}>
              {ready ? `Book for your ${ready.vehicle.model.name}` : 'See the price for your bike'}
            </ButtonLink>
          )}
        </div>
      </JobCardBody>
    </JobCard>
  );
}
