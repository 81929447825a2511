import { atShop } from './calendar.ts';

export const vehicleNumberMessage = 'Enter the number on your plate, like MH 12 AB 1234 or 22 BH 1234 AA';
export const chassisMessage = 'Enter the last 5 characters of the chassis number, or leave it empty';
export const seriesWarning = 'I and O are rarely used on plates. Check them against 1 and 0.';

/** States and union territories; TG/TS and OD/OR are both in use. */
const states = new Set(
  (
    'AN AP AR AS BR CG CH DD DL DN GA GJ HP HR JH JK KA KL LA LD MH ML MN MP MZ NL OD OR PB PY RJ SK TG TN TR TS UA ' +
    'UK UP WB'
  ).split(' '),
);
const STATE_SERIES = /^([A-Z]{2})(\d{1,2})([A-Z]{0,3})(\d{1,4})$/;
const BH_SERIES = /^(\d{2})(BH)(\d{4})([A-HJ-NP-Z]{1,2})$/;

/**
 * A number plate in its stored form: no spaces, the number padded to four digits (MH14D0077, 22BH1234AA).
 * @param today for the newest year a BH plate can have
 * @returns null when it is not one
 */
export function parseVehicleNumber(typed: string, today = new Date()): string | null {
  const bare = bareNumber(typed);
  const bh = BH_SERIES.exec(bare);
  if (bh) {
    const year = Number(bh[1]);
    return year >= 21 && year <= Number(atShop(today).date.slice(2, 4)) ? bare : null;
  }
  const [, state = '', district = '', series = '', figures = ''] = STATE_SERIES.exec(bare) ?? [];
  if (!states.has(state) || Number(figures) === 0) return null;
  return state + district + series + figures.padStart(4, '0');
}

/** Whether the series letters contain an I or an O, which are easily misread. A reason to ask, not to reject. */
export function hasUnusualSeries(typed: string): boolean {
  return /[IO]/.test(STATE_SERIES.exec(bareNumber(typed))?.[3] ?? '');
}

/** The last five characters of a chassis number, without I, O and Q; null when they are not that. */
export function parseChassis(typed: string): string | null {
  const bare = typed.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '');
  return /^[A-HJ-NPR-Z0-9]{5}$/.test(bare) ? bare : null;
}

function bareNumber(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.-]/g, '');
}
