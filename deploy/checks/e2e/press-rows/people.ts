import type { Page } from 'playwright-core';
import { hire } from '../hire.ts';
import { button, fields, type PressedPage } from '../press-answers.ts';
import { signInAsAdmin } from '../sign-in.ts';

const dutyOf = (name: string) => (page: Page) => page.getByRole('combobox', { name: `Duty of ${name}` });

/** What owners send about the people of the shop. */
export const peoplePages: PressedPage[] = [
  {
    name: 'the people of the shop',
    tag: ['@admin'],
    open: async (page, site) => {
      await hire(site, 'Vijay Salunkhe', 'mechanic');
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?view=people`);
    },
    controls: [
      {
        sends: 'invite_staff',
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
        address: /rpc\/withdraw_invitation/,
        control: button(/^Withdraw/),
        refusal: { status: 404, hint: 'no_invitation' },
        refused: /was accepted or withdrawn before/,
        done: /The invitation of Anita Desai is withdrawn/,
      },
      {
        sends: 'set_duty',
        address: /rpc\/set_duty/,
        control: dutyOf('Vijay Salunkhe'),
        press: async (page) => void (await dutyOf('Vijay Salunkhe')(page).selectOption('foreman')),
        refusal: { status: 409, hint: 'last_owner' },
        refused: /The workshop needs an owner/,
        done: /Vijay Salunkhe: Foreman/,
      },
      {
        sends: 'set_staff_active',
        address: /rpc\/set_staff_active/,
        fill: (page) => button('End the duty of Vijay Salunkhe')(page).click(),
        control: button('End the duty'),
        refusal: { status: 404, hint: 'no_person' },
        refused: /There is no such person/,
        done: /Vijay Salunkhe can open nothing here any more/,
      },
    ],
  },
];
