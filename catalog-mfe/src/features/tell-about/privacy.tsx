import { paths } from '@twostroke/shared/contracts/paths';
import { shop } from '@twostroke/shared/domain/shop';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Heading } from '@twostroke/shared/ui/heading';
import type { ReactNode } from 'react';
import styles from './privacy.module.css';
import { StoredData } from './stored-data.tsx';

/** What is stored, why, and how to get it deleted. */
export function Privacy() {
  return (
    <div className={styles.privacy}>
      <Part title="What we store when you book">
        <StoredData />
        <p>
          With an account we also store your email address or mobile number for signing in; a password is kept only as a
          hash. If you ask for a call back or wait for a time that is full, we store your name, number and request.
        </p>
        <p>
          While your bike is with us we note its odometer, what was left with it, what we found, and we may take photos
          of it. They hold no place and no device. You see them with your booking.
        </p>
      </Part>
      <Part title="What stays on this device">
        <p>
          Your cart, your bike and your settings (theme, vibration) are kept in this browser. We receive cart and bike
          when you ask for a price or for free times, hold a time, wait for one, or book.
        </p>
        <p>
          A booking you have begun is kept here too, with the name, number and address you typed, until you send it. If
          you sign in, the browser keeps the sign-in, and for staff which new bookings were shown. Once you have
          confirmed your mobile number by a code, it keeps a random secret for 90 days, so that we need not ask again.
        </p>
        <p>
          Signing out ends your sessions on all devices, on the others within an hour, and removes your sign-in, your
          unfinished booking, that secret and the list of shown bookings from this browser. Cart, bike and settings stay
          until you clear the site’s data.
        </p>
        <p>
          There are no trackers and no advertising. While we try a new version of the site, a cookie with a number from
          0 to 99 decides for 30 days which version you get.
        </p>
      </Part>
      <Part title="What the site reports to us">
        <p>
          Some visits report how fast pages were and which parts of the site were loaded; errors are always reported. A
          report holds the kind of page, the version and the time, for an error also its message, from which email
          addresses, numbers and links are cut out. It holds no name and no account, and is deleted after 30 days.
        </p>
        <p>
          Our server counts requests by network address, to slow down misuse. A booking whose mobile number was not
          confirmed by a code is stored with it until a day after its time; reports and other bookings are not.
        </p>
      </Part>
      <Part title="Who sees it">
        <p>
          The people in the workshop. Other customers never do, and we sell nothing. Messages about your booking go
          through the companies that deliver our SMS and email: they get your number or address and the text. Beyond
          that we share data only where the law makes us.
        </p>
        <p>
          If you pay online, the payment company learns the amount and our reference. What you type there, your card
          number too, never reaches us.
        </p>
        <p>
          A guest’s confirmation page opens with a private link. Anyone who has it can see, move and cancel the booking,
          so don’t post it. It stops working 30 days after the job.
        </p>
      </Part>
      <Part title="How long">
        <p>
          Bookings stay for warranty and service history, with photos of the bike and the messages we sent about them.
          Invoices stay as long as the tax law asks. A place in line for a full time is deleted a week after that day, a
          request for a call back when you ask for it.
        </p>
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
