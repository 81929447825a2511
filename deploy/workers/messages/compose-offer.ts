import { paths } from '@twostroke/shared/contracts/paths';
import { atShop, formatDay, formatTime, formatWindow } from '@twostroke/shared/domain/calendar';
import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';
import type { CustomerMessageKind, MailMessage, SmsMessage } from '../../backend/adapters/message-adapters.ts';
import { plain, smsText } from './plain-text.ts';

/** The answer of private.message_to_send for a place that is offered to the waitlist. */
export interface OfferContent {
  kind: Extract<CustomerMessageKind, 'place_free'>;
  channel: DatabaseEnum<'message_channel'>;
  /** Number with plus sign, or mail address. */
  recipient: string;
  version: number;
  claim_token: string;
  offer: {
    id: string;
    customer_name: string;
    bike_name: string;
    mode: DatabaseEnum<'service_mode'>;
    /** YYYY-MM-DD, HH:MM and HH:MM at the shop. */
    date: string;
    start: string;
    end: string;
    /** ISO instant until which the place is held. */
    ends_at: string;
  };
  shop: { name: string; phone: string };
}

export function composeOfferSms(content: OfferContent, siteUrl: string): SmsMessage {
  const { shop, recipient } = content;
  const { when, until, link } = factsOf(content, siteUrl);
  return {
    to: recipient,
    template: 'place_free',
    values: { when: smsText(when), until: smsText(until), link },
    text: smsText(
      `${shop.name}, ${content.offer.bike_name}: a place is free on ${when}. We hold it for you until ${until}. Book it here: ${link}`,
    ),
    key: keyOf(content),
  };
}

export function composeOfferMail(content: OfferContent, siteUrl: string): MailMessage {
  const { shop, recipient, offer } = content;
  const { when, until, link } = factsOf(content, siteUrl);
  const text = [
    `Hello ${offer.customer_name},`,
    '',
    `A place is free on ${when}, for your ${offer.bike_name}. We hold it for you until ${until}; then the next one in line gets it.`,
    '',
    `Book it here: ${link}`,
    'Anyone with this link can take the place: keep it to yourself.',
    '',
    `Questions? Call ${shop.phone}.`,
    shop.name,
  ];
  return {
    to: recipient,
    kind: 'place_free',
    subject: plain(`A place is free: ${when}, held until ${until}`),
    text: plain(text.join('\n')),
    key: keyOf(content),
  };
}

function factsOf({ offer, claim_token }: OfferContent, siteUrl: string): { when: string; until: string; link: string } {
  return {
    when: `${formatDay(offer.date)}, ${formatWindow(offer.start, offer.end)}`,
    until: formatTime(atShop(offer.ends_at).time),
    // In the fragment, like the booking's: it never reaches a server log or a referrer.
    link: new URL(`${paths.bookService()}#claim=${claim_token}`, siteUrl).href,
  };
}

/** An entry has one offer at a time, so the entry identifies it. */
function keyOf({ offer, kind }: OfferContent): string {
  return `${offer.id}.${kind}`;
}
