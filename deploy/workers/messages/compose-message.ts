import type { BookingDetails } from '@twostroke/shared/api/bookings';
import { invoiceSuffix } from '@twostroke/shared/contracts/invoice-link';
import { paths } from '@twostroke/shared/contracts/paths';
import { placeLine, placeName } from '@twostroke/shared/domain/booking-place';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { calendarFile } from '@twostroke/shared/domain/calendar-file';
import { termsWords } from '@twostroke/shared/domain/change-terms';
import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';
import { askedWords, endWords, itemWords, priceWords, recheckWords } from './booking-words.ts';
import { composeCallbackSms, type CallbackContent } from './compose-callback.ts';
import { composeOfferMail, composeOfferSms } from './compose-offer.ts';
import type { OfferContent } from './compose-offer.ts';
import { isJobMessage, jobNews, jobSubjects, jobWords, type JobMessageKind } from './job-news.ts';
import { fitSms, plain, smsText } from './plain-text.ts';
import type { BookingMessageKind, MailMessage, SmsMessage } from '../../backend/adapters/message-adapters.ts';

/** The answer of private.message_to_send for a booking: the booking as its customer sees it now. */
export interface BookingContent {
  kind: BookingMessageKind;
  channel: DatabaseEnum<'message_channel'>;
  /** Number with plus sign, or mail address. */
  recipient: string;
  version: number;
  manage_token: string;
  /** The code with which the reader confirms the number: for an SMS to one that is not proven yet. */
  number_code: string | null;
  shop_email: string;
  booking: BookingDetails;
  /** The note of staff about the weather of its day; null for plain rain. */
  weather_note: string | null;
  /** Rupees of the payment that a message confirms. */
  received?: number | null;
  /** How it was paid. */
  received_by?: DatabaseEnum<'payment_method'> | null;
  /** Its id: a booking may have several. */
  payment?: string | null;
}

export type MessageContent = BookingContent | OfferContent | CallbackContent;

/** Messages that tell more than what follows from the booking's status. */
type PlanMessageKind = Exclude<BookingMessageKind, JobMessageKind>;

interface Facts {
  booking: BookingDetails;
  when: string;
  /** The reason why there is no outdoor work on that day. */
  weather: string;
  /** Opens the booking: the only link to it that a guest has. With number_code it proves the number as well. */
  link: string;
  /** Opens its invoice. */
  invoiceLink: string;
  /** Address of the booking page. */
  bookAgain: string;
  received: number | null;
  receivedBy: DatabaseEnum<'payment_method'> | null;
}

const planNews: Record<PlanMessageKind, (facts: Facts) => string> = {
  confirmation: ({ booking, when }) => (isForCaller(booking) ? `We booked for you: ${when}.` : `Booked for ${when}.`),
  change: ({ booking, when }) =>
    `Your booking is moved to ${when}${booking.mode === 'pickup' ? ': we fetch the bike then' : ''}.`,
  // The reminder of a visit that does not take place gives the reason instead.
  reminder_24h: ({ booking, when, weather }) =>
    booking.terms.weather ? `A reminder. ${weather}` : `A reminder: your booking is on ${when}.`,
  reminder_2h: ({ booking, when, weather }) =>
    booking.terms.weather ? `A reminder. ${weather}` : `Soon: your booking is on ${when}.`,
  weather: ({ weather }) => weather,
  review: () => 'Rate your service: how was our work?',
  extra_work: ({ booking }) =>
    booking.item_question
      ? 'The work on your bike would change, and we wait for your yes or no.'
      : 'We found more to do on your bike and wait for your yes or no.',
  cancellation: ({ booking, when }) =>
    booking.cancelled_by === 'shop'
      ? `We had to cancel your booking for ${when}. We are sorry.`
      : `Your booking for ${when} is cancelled.`,
  no_show: ({ when }) => `We could not meet you for your booking on ${when}.`,
};

const planSubjects: Record<PlanMessageKind, (facts: Facts) => string> = {
  confirmation: ({ booking, when }) => `${isForCaller(booking) ? 'Booked for you' : 'Booked'}: ${when}`,
  change: ({ when }) => `Moved to ${when}`,
  reminder_24h: ({ booking, when }) => `${booking.terms.weather ? 'We do not come' : 'Reminder'}: ${when}`,
  reminder_2h: ({ booking, when }) => `${booking.terms.weather ? 'We do not come' : 'Soon'}: ${when}`,
  weather: ({ when }) => `We do not come: ${when}`,
  review: ({ booking }) => `Rate your service: ${booking.bike_name}`,
  extra_work: ({ booking }) => `Yes or no? Extra work on your ${booking.bike_name}`,
  cancellation: ({ when }) => `Cancelled: ${when}`,
  no_show: ({ when }) => `Missed: ${when}`,
};

/** The news in one sentence, which is also the mail's first. */
const news = (kind: BookingMessageKind, facts: Facts): string =>
  isJobMessage(kind) ? jobNews[kind](facts) : planNews[kind](facts);

/** Whether staff booked it, on the phone or at the counter. */
function isForCaller({ origin }: BookingDetails): boolean {
  return origin !== undefined && origin !== 'web';
}

export function composeSms(content: MessageContent, siteUrl: string): SmsMessage {
  if (content.kind === 'place_free') return composeOfferSms(content, siteUrl);
  if (content.kind === 'callback_received') return composeCallbackSms(content);
  const { kind, recipient } = content;
  const facts = factsOf(content, siteUrl);
  const { booking, when, link, bookAgain } = facts;
  const rest = restOf(kind);
  const must = (words: string) => ({ words });
  const spare = (words: string, rank = 1) => ({ words, spare: rank });
  // Who was on the phone has the price nowhere else.
  const [price, terms] = isForCaller(booking) ? [1, 2] : [2, 1];
  const sentences = {
    job: isJobMessage(kind) ? jobWords(kind, facts).map(must) : [],
    end: [...endWords(booking).map(must), must(`Book again: ${bookAgain}`)],
    extra_work: [spare(`${askedWords(booking).join('; ')}.`), must(`Answer here: ${link}`)],
    weather: [must(`${insteadWords(booking)} ${link}`)],
    review: [must(`Tell us: ${booking.shop.phone}.`), spare(recheckWords(booking)), must(`Your booking: ${link}`)],
    other: [
      spare(`${placeName(booking)}: ${placeLine(booking)}.`, 3),
      spare(`${itemWords(booking)}, ${priceWords(booking)}.`, price),
      spare(termsWords(booking.terms), terms),
      ...(kind === 'confirmation' && booking.handover_code ? [must(`Handover code: ${booking.handover_code}.`)] : []),
      must(
        `${content.number_code ? 'Confirm your number to get reminders, see or change it' : 'See or change it'}: ${link}`,
      ),
    ],
  };
  return {
    to: recipient,
    template: kind,
    values: { number: booking.number, when: smsText(when), link: rest === 'end' ? bookAgain : link },
    text: fitSms([
      must(`${booking.shop.name}, booking ${booking.number}, ${booking.bike_name}:`),
      must(news(kind, facts)),
      ...sentences[rest],
    ]),
    key: keyOf(content),
  };
}

/** @param now instant at which it is made, for the calendar entry */
export function composeMail(content: MessageContent, siteUrl: string, now: Date): MailMessage {
  if (content.kind === 'place_free') return composeOfferMail(content, siteUrl);
  if (content.kind === 'callback_received') throw new Error('A request to be called back has no mail.');
  const { kind, recipient } = content;
  const facts = factsOf(content, siteUrl);
  const { booking, when, link, bookAgain } = facts;
  const details = [
    `Booking   ${booking.number}`,
    `Bike      ${booking.bike_name}${booking.vehicle_number ? `, ${booking.vehicle_number}` : ''}`,
    `When      ${when}`,
    `Where     ${placeName(booking)}: ${placeLine(booking)}`,
    `What      ${itemWords(booking)}`,
    `Price     ${priceWords(booking)}`,
  ];
  const rest = {
    job: isJobMessage(kind) ? [...jobWords(kind, facts), '', ...details, '', secretWords] : [],
    end: [...endWords(booking), '', ...details, '', `Book again: ${bookAgain}`],
    extra_work: [...askedWords(booking), '', `Say yes or no here: ${link}`, '', ...details],
    weather: [`${insteadWords(booking)} ${link}`, '', ...details, '', secretWords],
    review: [
      `Call us on ${booking.shop.phone} and tell us: praise reaches the mechanic, and what was not right is put right.`,
      recheckWords(booking),
      '',
      ...details,
      '',
      `Your booking and its invoice: ${link}`,
    ],
    other: [
      ...(booking.terms.weather ? [] : ['Keep the key and the RC handy.']),
      '',
      ...details,
      '',
      termsWords(booking.terms),
      `See, move or cancel it: ${link}`,
      secretWords,
    ],
  };
  const text = [
    `Hello ${booking.customer_name},`,
    '',
    news(kind, facts),
    ...rest[restOf(kind)],
    '',
    `Questions? Call ${booking.shop.phone}.`,
    booking.shop.name,
  ];
  const method = calendarMethods[kind];
  return {
    to: recipient,
    kind,
    subject: plain(isJobMessage(kind) ? jobSubjects[kind](facts) : planSubjects[kind](facts)),
    text: plain(text.join('\n')),
    ...(method && {
      calendar: {
        method,
        fileName: `twostroke-${booking.number}.ics`,
        content: calendarFile(booking, now, {
          method,
          organizer: content.shop_email,
          attendee: recipient,
          attendeeName: booking.customer_name,
        }),
      },
    }),
    key: keyOf(content),
  };
}

/** The text after the news: the refund or fee of an ended booking, or the link to change an active one. */
function restOf(kind: BookingMessageKind): 'job' | 'end' | 'extra_work' | 'weather' | 'review' | 'other' {
  if (isJobMessage(kind)) return 'job';
  if (kind === 'cancellation' || kind === 'no_show') return 'end';
  return kind === 'extra_work' || kind === 'weather' || kind === 'review' ? kind : 'other';
}

/** Some services are offered at the gate but not with pickup. */
function insteadWords({ terms }: BookingDetails): string {
  return `${terms.can_pick_up ? 'Move it or have it picked up' : 'Move or cancel it'}, free, on your booking's page:`;
}

const secretWords = 'Anyone with this link can change the booking: keep it to yourself.';

/** Which messages change the entry in the reader's calendar, and how. */
const calendarMethods: Partial<Record<BookingMessageKind, 'REQUEST' | 'CANCEL'>> = {
  confirmation: 'REQUEST',
  change: 'REQUEST',
  cancellation: 'CANCEL',
};

function factsOf(
  { booking, manage_token, number_code, weather_note, received, received_by }: BookingContent,
  siteUrl: string,
): Facts {
  const day = formatDay(booking.booking_date);
  // The code's page opens the booking too, after a press, so the SMS has one link.
  const { href: link } = new URL(
    number_code ? `${paths.bookService()}?${number_code}` : paths.manageBooking(manage_token),
    siteUrl,
  );
  return {
    booking,
    received: received ?? null,
    receivedBy: received_by ?? null,
    weather: weather_note
      ? `${weather_note.replace(/\.$/, '')}: we don't work outdoors on ${day}.`
      : `Rain on ${day}: we don't work outdoors.`,
    when: `${formatDay(booking.booking_date)}, ${formatWindow(booking.booking_time, booking.window_end)}`,
    link,
    invoiceLink: `${link}${invoiceSuffix}`,
    bookAgain: new URL(paths.bookService(), siteUrl).href,
  };
}

/** The idempotency key of one message at one version of its booking. */
function keyOf({ booking, kind, version, payment }: BookingContent): string {
  return [booking.id, version, kind, payment].filter((part) => part !== undefined && part !== null).join('.');
}
