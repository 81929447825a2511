import { paths } from '@twostroke/shared/contracts/paths';
import { shop } from '@twostroke/shared/domain/shop';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { Dado } from '../parts/dado.tsx';
import { Checklist } from '@twostroke/shared/ui/checklist';
import { Head } from '@twostroke/shared/ui/head';
import { check, download } from '@twostroke/shared/ui/icons';
import { Section, SectionHead } from '../parts/section.tsx';
import { Stack } from '@twostroke/shared/ui/stack';
import { Text } from '@twostroke/shared/ui/text';
import { TwoColumns } from '@twostroke/shared/ui/two-columns';
import { Container } from '@twostroke/shared/ui/container';
import { InstallButton } from '../features/install-site/install-button.tsx';
import { OnAndroid } from '../features/install-site/on-android.tsx';
import { OnIphone } from '../features/install-site/on-iphone.tsx';
import styles from './install.module.css';

export function Component() {
  return (
    <Container>
      <Head
        title="Put Twostroke on your home screen"
        description="How to add Twostroke to the home screen of an Android phone or an iPhone: four taps, nothing to download from a store."
        canonicalPath={paths.install()}
      />
      <Breadcrumbs crumbs={[{ label: 'Home', to: paths.home() }, { label: 'Install' }]} />
      <Stack>
        <h1>Put Twostroke on your home screen</h1>
        <Dado objects={[download, check]} />
        <Text size="lead">
          It is a website. You can add it to your home screen and open it with one tap, with nothing to download from a
          store.
        </Text>
        <div className={styles.button}>
          <InstallButton />
        </div>
      </Stack>
      <TwoColumns className={styles.phones}>
        <section>
          <SectionHead title="On Android, in Chrome" />
          <OnAndroid />
          <Text className={styles.after}>
            The yellow plate with the 2 is now among your apps. If it is not on the first page, look in the app drawer
            and drag it where you want it. Other Android browsers have the same entry in their menu, under a similar
            name.
          </Text>
        </section>
        <section>
          <SectionHead title="On iPhone, in Safari" />
          <OnIphone />
          <Text className={styles.after}>
            The yellow plate with the 2 is now on your home screen. Chrome and other browsers have the same entry in
            their share menu from iOS 16.4 on. If you came here from a message or from another app, open the page in a
            browser first: the browser inside an app does not have the entry.
          </Text>
        </section>
      </TwoColumns>
      <Section title="What you get, and what not">
        <Checklist
          className={styles.list}
          words={{ done: 'Yes', not: 'No' }}
          items={[
            {
              key: 'tap',
              state: 'done',
              label: 'One tap to your bike, your prices and booking',
            },
            {
              key: 'cart',
              state: 'done',
              label: 'On Android: the cart and the bike you chose in Chrome',
            },
            {
              key: 'iphone-cart',
              state: 'not',
              label: 'On iPhone: the cart and the bike you chose in Safari',
              hint: 'The icon has a storage of its own. Choose your bike there once, and sign in once if you have an account.',
            },
            {
              key: 'prices',
              state: 'done',
              label: 'Always the current prices',
              hint: 'There is no update to install.',
            },
            {
              key: 'offline',
              state: 'not',
              label: 'Working without the internet',
              hint: (
                <>
                  When your connection drops, a line at the top tells you. In a basement with no signal, call us:{' '}
                  <Anchor to={`tel:${shop.phone}`} className={styles.phone}>
                    {shop.phoneShown}
                  </Anchor>
                  .
                </>
              ),
            },
            { key: 'push', state: 'not', label: 'Notifications' },
          ]}
        />
      </Section>
      <Section title="To remove it">
        <Text>
          Press and hold the icon, then choose remove or delete. Your bookings stay with us and are not touched.
        </Text>
      </Section>
    </Container>
  );
}
