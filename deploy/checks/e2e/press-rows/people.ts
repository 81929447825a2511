import type { Page } from 'playwright-core';
import { hire } from '../hire.ts';
import { button, fields, type PressedPage } from '../press-answers.ts';
import { signInAsAdmin } from '../sign-in.ts';

let password = '';
const dutyOf = (name: string) => (page: Page) => page.getByRole('combobox', { name: `Duty of ${name}` });

/** What owners send about the people of the shop. */
export const peoplePages: PressedPage[] = [
  {
    name: 'the people of the shop',
    tag: ['@admin'],
    more: true,
    open: async (page, site) => {
      await hire(site, 'Vijay Salunkhe', 'mechanic');
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?view=people`);
    },
    controls: [
      {
        sends: 'invite_staff',
        from: 'admin/manage-staff/invite-form',
        address: /rpc\/invite_staff/,
        fill: async (page) => {
          await button('Invite')(page).click();
          await fields({ Name: 'Anita Desai', 'Mobile number or e-mail': '98220 66551' })(page);
        },
        control: button('Invite as mechanic'),
        refusal: { status: 409, hint: 'already_staff' },
        refused: /belongs to a person who works here already/,
        done: /Anita Desai is invited: Mechanic/,
      },
      {
        sends: 'withdraw_invitation',
        from: 'admin/manage-staff/staff-list',
        address: /rpc\/withdraw_invitation/,
        control: button(/^Withdraw/),
        refusal: { status: 404, hint: 'no_invitation' },
        refused: /was accepted or withdrawn before/,
        done: /The invitation of Anita Desai is withdrawn/,
      },
      {
        sends: 'set_duty',
        from: 'admin/manage-staff/person-row',
        address: /rpc\/set_duty/,
        control: dutyOf('Vijay Salunkhe'),
        press: async (page) => void (await dutyOf('Vijay Salunkhe')(page).selectOption('foreman')),
        refusal: { status: 409, hint: 'last_owner' },
        refused: /The workshop needs an owner/,
        done: /Vijay Salunkhe: Foreman/,
      },
      {
        sends: 'set_staff_active',
        from: 'admin/manage-staff/end-dialog',
        address: /rpc\/set_staff_active/,
        fill: (page) => button('End the duty of Vijay Salunkhe')(page).click(),
        control: button('End the duty'),
        refusal: { status: 404, hint: 'no_person' },
        refused: /There is no such person/,
        done: /Vijay Salunkhe can open nothing here any more/,
      },
    ],
  },
  {
    name: 'a person who comes back, and a sign-in that is long ago',
    tag: ['@admin'],
    more: true,
    open: async (page, site) => {
      await hire(site, 'Vijay Salunkhe', 'mechanic');
      await site.backend.sql`update staff set active = false where name = 'Vijay Salunkhe'`;
      password = site.admin.password;
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?view=people`);
    },
    controls: [
      {
        sends: 'set_staff_active',
        from: 'admin/manage-staff/person-row',
        address: /rpc\/set_staff_active/,
        control: button(/^Give it back to Vijay Salunkhe$/),
        refusal: { status: 404, hint: 'no_person' },
        refused: /There is no such person/,
        done: /Vijay Salunkhe is back/,
      },
      {
        sends: 'auth.signInWithPassword',
        from: 'admin/sign-in-again/sign-in-again',
        address: /auth\/v1\/token/,
        fill: async (page) => {
          const json = { code: 'PT403', message: 'sign_in_again', hint: 'sign_in_again' };
          await page.route(/rpc\/set_duty/, (route) => route.fulfill({ status: 403, json }), { times: 1 });
          await dutyOf('Vijay Salunkhe')(page).selectOption('foreman');
          await fields({ Password: password })(page);
        },
        control: button('Go on'),
        refusal: { status: 400, auth: 'invalid_credentials' },
        refused: /That is not your password/,
        done: /Vijay Salunkhe: Foreman/,
      },
    ],
  },
];
