import type { Page } from 'playwright-core';
import { chooseClassic350 } from '../book-by-page.ts';
import { cartButton, cartDrawer } from '../locators.ts';
import { button, fields } from '../press-answers.ts';
import { onePageOfEachKind } from '../routes.ts';
import { waitForHydrationOf } from '../wait-for-hydration.ts';
import { goTo, newNumber, type PageState, type PageWalk } from './page-state.ts';

const nameOf = (path: string): string => path.slice(1).replaceAll('/', '-') || 'home';

/** Presses a button of a prerendered page. */
const press = (name: string | RegExp) => async (page: Page) => {
  await waitForHydrationOf(button(name)(page));
  await button(name)(page).click();
};

const checkPin = async (page: Page, pin: string): Promise<void> => {
  await page.getByLabel('Check your PIN').fill(pin);
  await press('Check')(page);
};

const closed = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
};

const openForms: PageState[] = [
  {
    name: 'home-pin-served',
    reach: async (page, site) => {
      await goTo('/')(page, site);
      await checkPin(page, '411048');
      await page
        .getByText(/411048/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'home-pin-not-served',
    reach: async (page) => {
      await checkPin(page, '560001');
      await press('Tell me when you come')(page);
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'home-with-bike',
    reach: async (page, site) => {
      await goTo('/')(page, site);
      await chooseClassic350(page);
    },
  },
  { name: 'your-bike', overlay: true, reach: press(/^Your bike: /) },
  {
    name: 'menu',
    overlay: true,
    phoneOnly: true,
    reach: async (page) => {
      await closed(page);
      await press('Menu')(page);
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
      await closed(page);
      await press('Menu')(page);
    },
  },
  {
    name: 'cart-empty',
    overlay: true,
    reach: async (page) => {
      if ((await page.getByRole('dialog').count()) > 0) await closed(page);
      await cartButton(page, 0).click();
      await cartDrawer(page).getByRole('link').first().waitFor();
    },
  },
  {
    name: 'contact-with-errors',
    reach: async (page, site) => {
      await goTo('/contact')(page, site);
      await press('Send the message')(page);
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'contact-sent',
    reach: async (page) => {
      await fields({
        'Your name': 'Asha Kulkarni',
        'Mobile number': newNumber(),
        'What can we do for you?': 'Do you paint tanks?',
      })(page);
      await press('Send the message')(page);
      await page.getByText(/We have your message/).waitFor();
    },
  },
  {
    name: 'bikes-none-found',
    reach: async (page, site) => {
      await goTo('/bikes')(page, site);
      await waitForHydrationOf(page.getByLabel('Find a model'));
      await page.getByLabel('Find a model').fill('zzzz');
      await button('Ask for a call back')(page).waitFor();
    },
  },
  {
    name: 'bikes-call-back',
    overlay: true,
    reach: async (page) => {
      await press('Ask for a call back')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Ask for a call back' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
];

/** Pages that everybody can read. */
export const publicWalks: PageWalk[] = [
  {
    name: 'public pages',
    tag: ['@catalog'],
    inNpmTest: '390 light',
    states: [
      ...onePageOfEachKind.map((path) => ({ name: nameOf(path), reach: goTo(path) })),
      { name: 'not-found', reach: goTo('/no-such-page') },
      { name: 'brand-not-served', reach: goTo('/brands/bajaj') },
    ],
  },
  { name: 'forms and drawers of public pages', tag: ['@catalog', '@cart'], states: openForms },
];
