import { hire } from '../hire.ts';
import { bookByCall } from '../book-by-call.ts';
import { button } from '../press-answers.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { goTo, type PageState, type PageWalk } from './page-state.ts';

const people: PageState[] = [
  {
    name: 'admin-people',
    reach: async (page, site) => {
      const { sql } = site.backend;
      for (const [name, duty] of [
        ['Meera Kale', 'desk'],
        ['Farida Khan', 'foreman'],
        ['Sagar Pawar', 'mechanic'],
        ['Imran Shaikh', 'mechanic'],
      ] as const)
        await hire(site, name, duty);
      await sql`update staff set active = false where name = 'Imran Shaikh'`;
      await sql`
        insert into staff_invitations (name, phone, duty, invited_at, ends_at)
        values ('Nita Joshi', '+919822066551', 'accountant', now(), now() + interval '14 days') on conflict do nothing`;
      await signInAsAdmin(page, site);
      await goTo('/admin?view=people')(page, site);
      await page.getByText('Nita Joshi', { exact: true }).waitFor();
    },
  },
  {
    name: 'admin-invite',
    overlay: true,
    reach: async (page) => {
      await button('Invite')(page).click();
      await button('Invite as mechanic')(page).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'admin-end-duty',
    overlay: true,
    reach: async (page, site) => {
      await goTo('/admin?view=people')(page, site);
      await button('End the duty of Sagar Pawar')(page).click();
      await page.getByRole('dialog').last().waitFor();
    },
  },
  {
    name: 'admin-sign-in-again',
    overlay: true,
    reach: async (page, site) => {
      await goTo('/admin?view=people')(page, site);
      await page.route(/rpc\/set_duty/, (route) =>
        route.fulfill({ status: 403, json: { code: 'PT403', message: 'sign_in_again', hint: 'sign_in_again' } }),
      );
      await page.getByRole('combobox', { name: 'Duty of Sagar Pawar' }).selectOption('foreman');
      await page.getByLabel('Password').waitFor();
      await page.unroute(/rpc\/set_duty/);
    },
  },
  {
    name: 'admin-trail',
    reach: async (page, site) => {
      const { id } = await bookByCall(site);
      await goTo(`/admin?booking=${id}`)(page, site);
      await button('Confirm and assign')(page).click();
      await page.getByLabel('Mechanic').fill('Sagar Pawar');
      await button('Confirm and assign')(page).click();
      await page.getByText(/is assigned to Sagar Pawar/).first().waitFor(); // oxfmt-ignore
      await goTo('/admin?view=trail')(page, site);
      await page.getByText(/changed the booking/).first().waitFor(); // oxfmt-ignore
    },
  },
  {
    name: 'admin-no-duty',
    reach: async (page, site) => {
      await site.backend.sql`select make_owner((select user_id from staff where name = 'Meera Kale'))`;
      await site.backend.sql`update staff set active = false where name = 'Demo Admin'`;
      await goTo('/admin')(page, site);
      await page.getByRole('heading', { name: 'No duty in this workshop' }).waitFor();
      await site.backend.sql`update staff set active = true where name = 'Demo Admin'`;
      await site.backend.sql`update staff set duty = 'desk' where name = 'Meera Kale'`;
    },
  },
];

/** What owners see of the people of the shop. */
export const peopleWalks: PageWalk[] = [{ name: 'the people of the shop', tag: ['@admin'], states: people }];
