import { dayName, dayNames } from '../domain/calendar.ts';
import { longDay } from '../domain/long-day.ts';
import { formatRupees } from '../domain/money.ts';
import { pinNotServedMessage } from '../domain/pin.ts';
import { shop } from '../domain/shop.ts';
import { explainCode } from './explain-error.ts';
import type { Quote, QuotedCoupon } from './quote.ts';
import type { CouponRejectionCode, Messages, QuoteRejectionCode } from './rejections.ts';

/** Why a cart can't be booked as it is. */
const rejectionMessages: Messages<QuoteRejectionCode> = {
  already_included: ({ name, part_of }) => `${name} is already part of ${part_of}.`,
  area_not_served: "We don't come to this area yet. Choose one of ours.",
  does_not_fit: ({ name, needs }) => `${name}${unfit[needs] ?? ' does not fit this bike.'}`,
  duplicate: 'This is in the cart twice.',
  mode_not_offered: ({ name, mode }) =>
    `${name}${
      {
        doorstep: ' needs the workshop. Choose pickup or ride in.',
        pickup: ' is not done with pickup. Choose another place.',
        workshop: ' is not done in the workshop. Choose another place.',
      }[mode]
    }`,
  not_sold: ({ name }) => `${name} is not on sale at the moment.`,
  pickup_by_place: () => 'Pickup comes with the place you choose, not as an item.',
  pin_not_served: `${pinNotServedMessage}.`,
  primary_missing: 'Choose one main service; the add-ons go with it.',
  quantity: ({ name, max }) => `${name} ${max === 1 ? 'is booked once' : `can be booked 1 to ${max} times`}.`,
  second_primary: ({ name }) => `One main service per booking. Book ${name} for another time.`,
  unknown_item: 'We do not offer this any more.',
  wrong_drive: ({ name, drive }) =>
    `${name} is for ${drive === 'belt_cvt' ? 'scooters; this bike has a chain' : 'bikes with a chain; this one has a belt drive'}.`,
  wrong_engine_size: ({ name }) => `${name} is not offered for this engine size.`,
};

/** By the missing property of the bike. */
const unfit: Readonly<Record<string, string>> = {
  chain: ' is for bikes with a chain; this one has a belt drive.',
  disc: ' needs a disc brake; this bike has drums.',
  liquid: ' is for liquid-cooled engines; this one is cooled by air.',
  fi: ' is for fuel-injected engines; this one has a carburettor.',
  oil_filter: ' does not apply: this engine has no cartridge filter.',
  tubeless: ' is for tubeless tyres; this bike has tubes.',
  clutch: ' is for bikes with a clutch lever; this one has none.',
};

/** After "This code isn't valid for this cart because", except for a code that does not exist. */
const couponMessages: Messages<CouponRejectionCode> = {
  coupon_bikes: ({ from }) =>
    `it is for ${from} bikes or more at one address. Call us on ${shop.phoneShown}, and we book them together.`,
  coupon_first_booking: 'it is for the first booking of a number, and yours has been here before.',
  coupon_minimum: ({ from, services }) =>
    `it starts at ${formatRupees(from)}, and your services come to ${formatRupees(services)}.`,
  coupon_needs_day: 'it depends on the day. Choose the day first.',
  coupon_package: (coupon) => `it is for ${coupon.package} only.`,
  coupon_season: ({ from, until }) => `it counts from ${longDay(from)} to ${longDay(until)}.`,
  coupon_unknown: "We don't know this code. Check the letters.",
  coupon_weekdays: ({ weekdays, day }) => `it counts on ${inWords(weekdays)}, and your day is a ${dayName(day)}.`,
};

/** Why a quote rejects a cart, or an item of it. */
export function explainQuoteRejection({ code, data }: Pick<Quote['refusals'][number], 'code' | 'data'>): string {
  return explainCode(code, data, rejectionMessages) ?? 'This can not be booked.';
}

/** Why a coupon takes nothing off; null when it does. */
export function couponWords(coupon: Pick<QuotedCoupon, 'refusal'> | null): string | null {
  if (!coupon?.refusal) return null;
  const { code, data } = coupon.refusal;
  if (code === 'coupon_unknown') return couponMessages.coupon_unknown;
  return `This code isn't valid for this cart because ${explainCode(code, data, couponMessages) ?? 'its terms are not met.'}`;
}

/** "Tuesday, Wednesday and Thursday". */
function inWords(weekdays: readonly number[]): string {
  const names = weekdays.map((day) => dayNames[day]);
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
}
