import { paths } from '@twostroke/shared/contracts/paths';
import { areas, brands } from '@twostroke/shared/domain/places';
import { shop } from '@twostroke/shared/domain/shop';
import { Link } from '@twostroke/shared/router';
import type { ReactNode } from 'react';
import styles from './site-footer.module.css';

/** The signboard at the bottom: hours, phone, areas, brands, company. */
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
            <li>
              <a href={`tel:${shop.phone}`}>{shop.phoneShown}</a>
            </li>
            <li>
              <a href={shop.whatsAppUrl} rel="noopener">
                WhatsApp
              </a>
            </li>
            <FooterLink to={paths.contact()}>Contact</FooterLink>
          </Column>
          <Column title="Brands">
            {brands.map(({ slug, name }) => (
              <FooterLink key={slug} to={paths.brand(slug)}>
                {name}
              </FooterLink>
            ))}
          </Column>
          <Column title="Good to know">
            <FooterLink to={paths.bikes()}>Prices for your bike</FooterLink>
            <FooterLink to={paths.faq()}>Questions and answers</FooterLink>
            <FooterLink to={paths.blog()}>Workshop notes</FooterLink>
            <FooterLink to={paths.about()}>About</FooterLink>
            <FooterLink to={paths.reviews()}>Reviews</FooterLink>
            <FooterLink to={paths.install()}>Install the app</FooterLink>
          </Column>
          <Column title="Where we come" wide>
            {areas.map(({ slug, name }) => (
              <FooterLink key={slug} to={paths.area(slug)}>
                {name}
              </FooterLink>
            ))}
          </Column>
        </div>
        <p className={styles.small}>
          © 2026 Twostroke, Pune. Prices include GST. Brand names belong to their owners; we are an independent
          workshop.
        </p>
      </div>
    </footer>
  );
}

function Column({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? styles.wide : undefined}>
      <h2>{title}</h2>
      <ul className={styles.list}>{children}</ul>
    </div>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to}>{children}</Link>
    </li>
  );
}
