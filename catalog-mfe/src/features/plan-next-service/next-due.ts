import { addDays } from '@twostroke/shared/domain/calendar';

/**
 * The same day some months later, or the last day of a shorter month: 31 Aug and six months are 28 Feb.
 * @param date YYYY-MM-DD
 */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const index = year * 12 + (month - 1) + months;
  const first = `${Math.floor(index / 12)}-${pad((index % 12) + 1)}-01`;
  const last = addDays(`${Math.floor((index + 1) / 12)}-${pad(((index + 1) % 12) + 1)}-01`, -1);
  const lastDay = Number(last.slice(8));
  return addDays(first, Math.min(day, lastDay) - 1);
}

function pad(figure: number): string {
  return String(figure).padStart(2, '0');
}
