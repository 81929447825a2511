import type { FreeSlot } from '@twostroke/shared/api/slots';
import { formatDay } from '@twostroke/shared/domain/calendar';
import type { Locator, Page } from 'playwright-core';
import { cartButton, heading } from './locators.ts';
import { waitForHydration, waitForHydrationOf } from './wait-for-hydration.ts';

/** Rupees of General Service for the Classic 350 with the longer warranty. */
export const packageTotal = '₹2,048';
export const classicGeneralService = '/services/royal-enfield/classic-350/general-service';

/** Chooses the bike in the home page's form and shows its prices. */
export async function chooseClassic350(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Classic 350', exact: true }).click();
  await page.getByRole('button', { name: 'See prices for Classic 350' }).click();
  await page.getByRole('heading', { name: 'Rates for Classic 350' }).waitFor();
}

/** Puts General Service for the Classic 350 (₹1,699) into the cart. */
export async function putServiceIntoCart(page: Page, url: string): Promise<void> {
  await page.goto(url + classicGeneralService);
  await addToCart(page);
  await cartButton(page, 1).waitFor();
}

/** On the page of a package: adds it once the page is hydrated; other journeys test earlier clicks. */
export async function addToCart(page: Page): Promise<void> {
  const add = page.getByRole('button', { name: 'Add to cart' });
  await waitForHydrationOf(add);
  await add.click();
}

/** On the package's page: ticks the warranty add-on and continues to the booking. */
export async function takeWarrantyAndBook(page: Page): Promise<void> {
  await heading(page, /General Service for Classic 350/).waitFor();
  const warranty = page.getByRole('checkbox', { name: /warranty/i });
  await waitForHydrationOf(warranty);
  await warranty.check();
  await cartButton(page, 1).waitFor();
  await page.getByRole('button', { name: 'Book a time' }).filter({ visible: true }).last().click();
}

export interface Guest {
  name: string;
  phone: string;
}

/** Goes through the steps of /book-service, at the gate, the first free window, up to the button that books. */
export async function answerBookingSteps(page: Page, guest: Guest | null): Promise<void> {
  await answerPlaceAndTime(page);
  await giveDetails(page, guest);
}

/** At the gate, the first free window. */
export async function answerPlaceAndTime(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /At your gate/ }).check();
  await page.getByLabel('House/flat and street').fill('B-402, Ganga Heights, NIBM Road');
  await page.getByLabel('Area', { exact: true }).selectOption({ label: 'Kondhwa' });
  await page.getByRole('button', { name: /^Continue with/ }).click();
  await heading(page, 'Your details').waitFor();
}

/** Fills in the details, up to the button that books. @param guest null where the account has them */
export async function giveDetails(page: Page, guest: Guest | null): Promise<void> {
  if (guest) {
    await page.getByLabel('Mobile', { exact: true }).fill(guest.phone);
    await page.getByLabel('Name', { exact: true }).fill(guest.name);
  }
  await page.getByLabel('Number plate').fill('MH12ZZ0042');
  await page.getByRole('button', { name: /^Book for/ }).waitFor();
}

/** Adds General Service for the Classic 350 only (₹1,699) and continues to the days and times of the workshop. */
export async function goToWorkshopTimes(page: Page, url: string): Promise<void> {
  await putServiceIntoCart(page, url);
  await page.goto(`${url}/book-service`);
  await page.getByRole('radio', { name: /At the workshop/ }).check();
  await page.getByRole('group', { name: 'Day', exact: true }).waitFor();
}

/** Chooses the day of a window among the workshop's times. @returns the row of the window */
export async function windowAt(page: Page, { date, start }: Pick<FreeSlot, 'date' | 'start'>): Promise<Locator> {
  await page.locator(`input[name=day][value="${date}"]`).check();
  const windows = page.getByRole('group', { name: `${formatDay(date)}, come between` });
  return windows.locator('label', { has: page.locator(`input[value="${start}"]`) });
}

/**
 * Clicks the button that books.
 * @returns the answer to the booking, and when it arrived
 */
export async function confirmBooking(page: Page): Promise<{ id: string; manage_token: string; at: number }> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/rpc/create_booking'));
  await page.getByRole('button', { name: `Book for ${packageTotal}` }).click();
  const response = await answered;
  const at = Date.now();
  return { ...((await response.json()) as { id: string; manage_token: string }), at };
}

/** Books as a guest, starting on the package's page. */
export async function bookAsGuest(page: Page, url: string): Promise<{ id: string; manage_token: string; at: number }> {
  await page.goto(url + classicGeneralService);
  await takeWarrantyAndBook(page);
  await answerBookingSteps(page, { name: 'Ravi Deshpande', phone: '98220 12345' });
  return confirmBooking(page);
}
