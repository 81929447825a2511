import { formatWindow } from '@twostroke/shared/domain/calendar';
import { fillWindow, readFreeTimes, bookByCall } from '../book-by-call.ts';
import { goToWorkshopTimes, windowAt } from '../book-by-page.ts';
import { button, fields, type PressedPage, type Refusal } from '../press-answers.ts';
import { waitForHydrationOf } from '../wait-for-hydration.ts';

const tooMany: Refusal = { status: 429, hint: 'too_many_callbacks' };
const haveNumber = /We have your number and will call/;
const callback = { sends: 'request_callback', address: /rpc\/request_callback/, refusal: tooMany, refused: haveNumber };
let manageToken = '';

/** What a visitor sends who has neither an account nor a booking. */
export const visitorPages: PressedPage[] = [
  {
    name: 'a message on the contact page',
    tag: ['@catalog'],
    open: async (page, { url }) => {
      await page.goto(`${url}/contact`);
      await waitForHydrationOf(page.getByRole('button', { name: 'Send the message' }));
    },
    controls: [
      {
        ...callback,
        from: 'catalog/ask-us/message-form',
        fill: fields({
          'Your name': 'Asha Kulkarni',
          'Mobile number': '98220 11223',
          'What can we do for you?': 'Do you paint tanks?',
        }),
        control: button('Send the message'),
        done: /We have your message/,
      },
    ],
  },
  {
    name: 'a bike that is not in the list',
    tag: ['@catalog'],
    more: true,
    open: (page, { url }) => page.goto(`${url}/bikes#call-back`).then(() => undefined),
    controls: [
      {
        ...callback,
        from: 'catalog/request-callback/callback-form',
        fill: fields({ 'Brand and model': 'Ola S1', 'Your name': 'Asha Kulkarni', 'Mobile number': '98220 11224' }),
        control: button('Ask for a call back'),
        done: /We have your bike and your number/,
      },
    ],
  },
  {
    name: 'a PIN that is not served',
    tag: ['@catalog'],
    more: true,
    open: async (page, { url }) => {
      await page.goto(url);
      await waitForHydrationOf(page.getByRole('button', { name: 'Check', exact: true }));
      await page.getByLabel('Check your PIN').fill('560001');
      await page.getByRole('button', { name: 'Check', exact: true }).click();
    },
    controls: [
      {
        ...callback,
        from: 'catalog/request-callback/callback-form',
        fill: fields({ 'Your name': 'Asha Kulkarni', 'Mobile number': '98220 11225' }),
        control: button('Tell me when you come'),
        done: /We tell you when we come to 560001/,
      },
    ],
  },
  {
    name: 'a number that is left in the booking',
    tag: ['@cart'],
    more: true,
    open: async (page, { url }) => {
      await page.goto(`${url}/book-service`);
      await page.getByText('My bike is not in the list').click();
    },
    controls: [
      {
        ...callback,
        from: 'cart/leave-number/leave-number',
        fill: fields({ 'Your bike': 'Ola S1', Name: 'Asha Kulkarni', Mobile: '98220 11226' }),
        control: button('Leave my number'),
        done: /We have your number\. We call you with a price/,
      },
    ],
  },
  {
    name: 'the line for a full window',
    tag: ['@cart'],
    more: true,
    open: async (page, site) => {
      const [first] = await readFreeTimes(site, 'workshop');
      await fillWindow(site, first!, 0);
      await goToWorkshopTimes(page, site.url);
      await windowAt(page, first!);
      const name = `${formatWindow(first!.start, first!.end)} is full. Tell me if a place frees up`;
      await page.getByRole('button', { name }).click();
    },
    controls: [
      {
        sends: 'join_waitlist',
        from: 'cart/join-waitlist/join-waitlist',
        address: /rpc\/join_waitlist/,
        fill: fields({ Name: 'Sunita Pawar', Mobile: '98230 54401', Email: 'sunita@example.com' }),
        control: button('Tell me if a place frees up'),
        refusal: { status: 409, hint: 'in_line' },
        refused: /in line for that time already/,
        done: /You’re number 1 in line/,
      },
      {
        sends: 'leave_waitlist',
        from: 'cart/join-waitlist/waitlist-entry-note',
        address: /rpc\/leave_waitlist/,
        control: button('Leave the line'),
        refusal: { status: 409, hint: 'not_in_line' },
        refused: /You are not in line with it/,
        done: /You are no longer in line/,
      },
    ],
  },
  {
    name: 'the link of the SMS',
    tag: ['@cart'],
    more: true,
    open: async (page, site) => {
      manageToken = (await bookByCall(site)).manage_token;
      await page.goto(`${site.url}/book-service?0123456789`);
    },
    controls: [
      {
        sends: 'prove_number',
        from: 'cart/prove-number/prove-number',
        address: /rpc\/prove_number/,
        control: button('Confirm and open the booking'),
        refusal: { status: 429 },
        refused: /Too many tries/,
        get answer() {
          return { manage_token: manageToken };
        },
        done: /Your number is confirmed/,
      },
    ],
  },
];
