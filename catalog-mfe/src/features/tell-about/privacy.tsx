import { paths } from '@twostroke/shared/contracts/paths';
import { shop } from '@twostroke/shared/domain/shop';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Heading } from '@twostroke/shared/ui/heading';
import type { ReactNode } from 'react';
import styles from './privacy.module.css';
import { StoredData } from './stored-data.tsx';

/** What is stored, why, and how one gets it deleted. */
export function Privacy() {
  return (
    <div className={styles.privacy}>
      <Part title="What we store when you book">
        <StoredData />
        <p>
          If you make an account, we also store your email address or mobile number for signing in; a password is kept
          only in scrambled form. If you write to us or ask for a call back, we keep your name, number and question
          until it is answered.
        </p>
      </Part>
      <Part title="What stays on this device">
        <p>
          Your cart and your chosen bike are kept in this browser. They reach us only when you ask for a price or book.
          If you sign in, the browser also keeps the sign-in until you sign out. Clear the site’s data in your browser,
          and all of it is gone.
        </p>
        <p>The website works without trackers and without advertising.</p>
      </Part>
      <Part title="Who sees it">
        <p>
          The people in the workshop who do your job. Not other customers, and nobody who pays for it. We share data
          only where the law makes us.
        </p>
        <p>
          If you pay online, the payment company learns the amount and our reference. What you type there, your card
          number too, never reaches us.
        </p>
        <p>
          A guest’s confirmation page opens with a private link. Whoever has that link can see and cancel the booking,
          so don’t post it.
        </p>
      </Part>
      <Part title="How long">
        <p>Bookings stay for warranty and service history. Invoices stay as long as the tax law asks.</p>
      </Part>
      <Part title="Your say">
        <p>
          Ask us what we hold, have it corrected, or have it deleted: call{' '}
          <Anchor to={`tel:${shop.phone}`}>{shop.phoneShown}</Anchor>. What the tax law makes us keep, we keep, and
          nothing more. More on this <Anchor to={`${paths.faq()}#your-data`}>in the questions</Anchor>.
        </p>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <Heading level={3}>{title}</Heading>
      {children}
    </section>
  );
}
