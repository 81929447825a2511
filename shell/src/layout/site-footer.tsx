import { paths } from '@twostroke/shared/contracts/paths';
import { areas } from '@twostroke/shared/domain/areas';
import { brands } from '@twostroke/shared/domain/brands';
import { shop } from '@twostroke/shared/domain/shop';
import { Link } from '@twostroke/shared/router';
import type { ReactNode } from 'react';
import styles from './site-footer.module.css';

/** The signboard at the bottom: hours, phone, company, and folded the brands and areas. */
export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.columns}>
          <Column title="Workshop hours">
            {shop.hours.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </Column>
          <Column title="Talk to a person">
            <TalkLinks />
          </Column>
          <Column title="Good to know">
            <FooterLink to={paths.bikes()}>Prices for your bike</FooterLink>
            <FooterLink to={paths.faq()}>Questions and answers</FooterLink>
            <FooterLink to={paths.blog()}>Workshop notes</FooterLink>
            <FooterLink to={paths.contact()}>Contact</FooterLink>
            <FooterLink to={paths.about()}>About</FooterLink>
            <FooterLink to={paths.reviews()}>Reviews</FooterLink>
            <FooterLink to={paths.install()}>Install the app</FooterLink>
          </Column>
        </div>
        <details>
          <summary>Brands and areas</summary>
          <Links of={brands} to={paths.brand} />
          <Links of={areas} to={paths.area} />
        </details>
        <p className={styles.small}>
          © 2026 Twostroke, Pune. Prices include GST. Brand names belong to their owners; we are an independent
          workshop.
        </p>
      </div>
    </footer>
  );
}

/** Below a page with a task: when a person answers and how to reach one, who the shop is, what it keeps. */
export function SlimFooter() {
  return (
    <footer className={`${styles.footer} ${styles.slim}`}>
      <div className={styles.inner}>
        <p className={styles.small}>{shop.hours.join(', ')}</p>
        <ul className={styles.links}>
          <TalkLinks />
          <FooterLink to={paths.about()}>About</FooterLink>
          <FooterLink to={`${paths.about()}#privacy`}>Privacy</FooterLink>
        </ul>
      </div>
    </footer>
  );
}

function TalkLinks() {
  return (
    <>
      <li>
        <a href={`tel:${shop.phone}`}>{shop.phoneShown}</a>
      </li>
      <li>
        <a href={shop.whatsAppUrl} rel="noopener">
          WhatsApp
        </a>
      </li>
    </>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul className={styles.list}>{children}</ul>
    </div>
  );
}

interface LinksProps {
  of: readonly { slug: string; name: string }[];
  to: (slug: string) => string;
}

function Links({ of, to }: LinksProps) {
  return (
    <ul className={styles.links}>
      {of.map(({ slug, name }) => (
        <FooterLink key={slug} to={to(slug)}>
          {name}
        </FooterLink>
      ))}
    </ul>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to}>{children}</Link>
    </li>
  );
}
