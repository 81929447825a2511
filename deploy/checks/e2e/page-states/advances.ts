import { bookByCall, type BookingByCall } from '../book-by-call.ts';
import { button } from '../press-answers.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { goTo, type PageState, type PageWalk } from './page-state.ts';

let booked: BookingByCall;

const states: PageState[] = [
  {
    name: 'admin-sheet-advance',
    overlay: true,
    reach: async (page, site) => {
      booked = await bookByCall(site);
      await signInAsAdmin(page, site);
      await goTo(`/admin?booking=${booked.id}`)(page, site);
      const sheet = page.getByRole('dialog').last();
      await sheet.getByRole('button', { name: 'Cash received' }).click();
      await sheet.getByLabel('Cash in rupees').fill('500');
      await sheet.getByRole('button', { name: 'Cash received' }).click();
      await sheet.getByRole('link', { name: 'Receipt' }).waitFor();
    },
  },
  {
    name: 'admin-receipt',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Receipt' }).click();
      await page.getByRole('region', { name: /^Receipt voucher RV/ }).waitFor();
    },
  },
  {
    name: 'guest-receipt',
    reach: async (page, site) => {
      await page.goto(`${site.url}/book-service#manage=${booked.manage_token}`);
      await button('Receipt')(page).click();
      await page.getByRole('region', { name: /^Receipt voucher RV/ }).waitFor();
    },
  },
];

/** What was paid before the work, for the desk and for the customer. */
export const advanceWalks: PageWalk[] = [{ name: 'paid in advance', tag: ['@admin', '@account'], states }];
