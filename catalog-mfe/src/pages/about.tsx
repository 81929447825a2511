import { paths } from '@twostroke/shared/contracts/paths';
import { useLoaderData } from '@twostroke/shared/router';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { BelowFirstScreen } from '../parts/below-first-screen.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { Dado } from '../parts/dado.tsx';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Cells } from '@twostroke/shared/ui/cells';
import { Head } from '@twostroke/shared/ui/head';
import { door, van, workshop } from '@twostroke/shared/ui/service-icons';
import { Row } from '@twostroke/shared/ui/row';
import { Section, SectionHead } from '../parts/section.tsx';
import { Stack } from '@twostroke/shared/ui/stack';
import { Text } from '@twostroke/shared/ui/text';
import { TwoColumns } from '@twostroke/shared/ui/two-columns';
import { Container } from '@twostroke/shared/ui/container';
import { lazyLoader } from '../model/lazy-loader.ts';
import { HowWeWork } from '../features/tell-about/how-we-work.tsx';
import { Privacy } from '../features/tell-about/privacy.tsx';
import { PromiseTable } from '../features/tell-about/promise-table.tsx';
import type { loader as load } from './about.loader.ts';
import styles from './about.module.css';

export const loader = lazyLoader(() => import(/* webpackChunkName: "loaders" */ './about.loader.ts'));

export function Component() {
  const { counts, promises } = useLoaderData<typeof load>();
  return (
    <Container>
      <Head
        title="About Twostroke, an independent two-wheeler workshop in Pune"
        description="Who we are, how we work, what we promise, what we don’t do, and what we store about you."
        canonicalPath={paths.about()}
      />
      <Breadcrumbs crumbs={[{ label: 'Home', to: paths.home() }, { label: 'About' }]} />
      <Stack>
        <h1>About Twostroke</h1>
        <Dado objects={[workshop, van, door]} />
        <Text size="lead">
          A two-wheeler workshop for south-east Pune that comes to your gate, or fetches your bike, or waits for you to
          ride in.
        </Text>
      </Stack>
      <Cells
        className={styles.counts}
        columns={4}
        cells={[
          { label: 'Brands', value: counts.brands },
          { label: 'Models', value: counts.models },
          { label: 'Services', value: counts.services },
          { label: 'Areas, from Camp to Pisoli', value: counts.areas },
        ]}
      />
      <Text className={styles.text}>
        We service motorcycles and scooters, and nothing else. We are an independent workshop: brand names belong to
        their owners, and we are not an authorised dealer of any of them.
      </Text>
      <Section title="How we work">
        <HowWeWork limits={promises.approval_limits} />
      </Section>
      <BelowFirstScreen>
        <Section title="What we promise">
          <PromiseTable {...promises} />
        </Section>
        <TwoColumns className={styles.columns}>
          <section>
            <SectionHead title="Why the name" />
            <p>
              A two-stroke fires on every turn of the crank. We kept the idea, not the smoke: book, and the next turn is
              ours. It is also how a sign painter finishes a fuel tank, one thick line and one thin.
            </p>
          </section>
          <section>
            <SectionHead title="What we don’t do" />
            <p>
              Free services of a new bike belong to the dealer. We don’t service electric scooters yet, we have no night
              service, and we don’t open a fork on a pavement.{' '}
              <Anchor to={paths.post('doorstep-vs-workshop')}>Here is what can be done at home</Anchor> and what can’t.
            </p>
          </section>
        </TwoColumns>
        <Row className={styles.ways}>
          <ButtonLink to={paths.bikes()}>Find your bike</ButtonLink>
          <ButtonLink variant="line" to={paths.contact()}>
            Talk to us
          </ButtonLink>
        </Row>
        <Section
          id="privacy"
          className={styles.privacy}
          title="Privacy"
          intro="What we store, why, and how you get it deleted. In the words we would use at the counter."
        >
          <Privacy />
        </Section>
      </BelowFirstScreen>
    </Container>
  );
}
