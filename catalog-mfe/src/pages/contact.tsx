import { paths } from '@twostroke/shared/contracts/paths';
import { shop } from '@twostroke/shared/domain/shop';
import { useLoaderData } from '@twostroke/shared/router';
import { BelowFirstScreen } from '../parts/below-first-screen.tsx';
import { AreaMap } from '../parts/area-map.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { Dado } from '../parts/dado.tsx';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Head } from '@twostroke/shared/ui/head';
import { Hold } from '@twostroke/shared/ui/hold';
import { Icon } from '@twostroke/shared/ui/icon';
import { chat, phone } from '@twostroke/shared/ui/icons';
import { workshop } from '@twostroke/shared/ui/service-icons';
import { Row } from '@twostroke/shared/ui/row';
import { Section, SectionHead } from '../parts/section.tsx';
import { Stack } from '@twostroke/shared/ui/stack';
import { Text } from '@twostroke/shared/ui/text';
import { SideColumn, TwoColumns } from '@twostroke/shared/ui/two-columns';
import { Container } from '@twostroke/shared/ui/container';
import { lazyLoader } from '../model/lazy-loader.ts';
import { ContactChannels } from '../features/ask-us/contact-channels.tsx';
import { CallChecklist } from '../features/ask-us/call-checklist.tsx';
import { MessageForm } from '../features/ask-us/message-form.tsx';
import { WorkshopPlace } from '../features/ask-us/workshop-place.tsx';
import { AreaList } from '../features/greet-visitor/area-list.tsx';
import { HoursTable } from '../features/show-hours/hours-table.tsx';
import type { loader as load } from './contact.loader.ts';
import styles from './contact.module.css';

export const loader = lazyLoader(() => import(/* webpackChunkName: "loaders" */ './contact.loader.ts'));

export function Component() {
  const { facts, hours, areas } = useLoaderData<typeof load>();
  return (
    <Container>
      <Head
        title="Contact: call, WhatsApp or write"
        description={`A person answers. Call ${shop.phoneShown}, ${shop.hours.join(', ')}, or leave a message and we call back.`}
        canonicalPath={paths.contact()}
      />
      <Breadcrumbs crumbs={[{ label: 'Home', to: paths.home() }, { label: 'Contact' }]} />
      <Stack>
        <h1>Talk to a person</h1>
        <Dado objects={[phone, chat, workshop]} />
        <Text size="lead">A person answers. Outside our hours leave a message, and we call when we open.</Text>
        <Row>
          <ButtonLink to={`tel:${shop.phone}`}>
            <Icon path={phone} />
            Call {shop.phoneShown}
          </ButtonLink>
          <ButtonLink variant="line" to={shop.whatsAppUrl}>
            <Icon path={chat} />
            WhatsApp
          </ButtonLink>
        </Row>
        <Hold>{shop.hours.join(', ')}</Hold>
      </Stack>
      <TwoColumns wide className={styles.columns}>
        <section id="message">
          <SectionHead title="Write to us" intro="We read it in the workshop and call you back." />
          <MessageForm />
        </section>
        <SideColumn className={styles.side}>
          <WorkshopPlace facts={facts} />
          <section>
            <SectionHead title="Have this ready" intro="With these four a call takes three minutes." />
            <CallChecklist />
          </section>
        </SideColumn>
      </TwoColumns>
      <BelowFirstScreen>
        <TwoColumns className={styles.columns}>
          <section>
            <SectionHead title="Call, or do it here?" />
            <ContactChannels />
          </section>
          <section>
            <SectionHead title="When we are there" />
            <HoursTable groups={hours} />
            <Text className={styles.closed}>
              Closed on 26 January, 1 May, 15 August and 2 October; half a day on 25 December. Festival days show as
              closed when you choose a day.
            </Text>
          </section>
        </TwoColumns>
        <Section
          id="areas"
          title="Where we come"
          intro={`${areas.length} areas of south-east Pune, one workshop in the middle.`}
        >
          <TwoColumns>
            <AreaList areas={areas} />
            <AreaMap
              areas={areas.map(({ slug, name, map_x, map_y }) => ({
                slug,
                name,
                x: map_x,
                y: map_y,
                to: paths.area(slug),
              }))}
            />
          </TwoColumns>
        </Section>
      </BelowFirstScreen>
    </Container>
  );
}
