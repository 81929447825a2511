import { shop } from '@twostroke/shared/domain/shop';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Milestone } from './milestone.tsx';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { Text } from '@twostroke/shared/ui/text';
import styles from './area-head.module.css';
import type { Area } from './load-area.ts';
import { useBookingStart } from './use-booking-start.ts';

/** The area's milestone, its name and one sentence about riding there. */
export function AreaHead({ area }: { area: Area }) {
  const start = useBookingStart();
  return (
    <div className={styles.head}>
      <Milestone
        big
        name={area.name}
        pin={`PIN ${area.pin}`}
        head={
          <>
            Twostroke
            <br />
            Pune
          </>
        }
      />
      <Stack className={styles.words}>
        <h1>Bike service in {area.name}</h1>
        <Text size="lead">{area.colour}</Text>
        {area.alsoKnownAs && <Text size="small">Also known as {area.alsoKnownAs}.</Text>}
        <Row>
          <ButtonLink to={start}>Book in {area.name}</ButtonLink>
          <ButtonLink variant="line" to={`tel:${shop.phone}`}>
            Call {shop.phoneShown}
          </ButtonLink>
        </Row>
      </Stack>
    </div>
  );
}
