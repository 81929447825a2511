import { formatKm } from '@twostroke/shared/domain/figures';
/** A typical rider's day in south-east Pune, for converting kilometres into weeks. */
const kmPerDay = 25;

/** Typed kilometres ("3,200", "3200 km"), or null when it is not a number from 0 to 3,00,000. */
export function readKm(typed: string): number | null {
  const digits = typed.replace(/[\s,]|km$/gi, '');
  if (!/^\d{1,6}$/.test(digits)) return null;
  const km = Number(digits);
  return km <= 300_000 ? km : null;
}

/** "1,800 km to go. At 25 km a day that is about 10 weeks." */
export function dueSentence(km: number | null, intervalKm: number): string {
  if (km === null) return `Due every ${formatKm(intervalKm)}. Your last bill or sticker says when it was done.`;
  const left = intervalKm - km;
  if (left < 0) return `${formatKm(-left)} over. Book it before the next long ride.`;
  if (left === 0) return 'Due now.';
  const days = left / kmPerDay;
  const span = days < 14 ? count(Math.ceil(days), 'day') : count(Math.round(days / 7), 'week');
  return `${formatKm(left)} to go. At ${kmPerDay} km a day that is about ${span}.`;
}

function count(figure: number, unit: string): string {
  return `${figure} ${unit}${figure === 1 ? '' : 's'}`;
}
