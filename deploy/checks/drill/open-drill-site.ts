import type { Access } from '@twostroke/shared/contracts/manifest';
import type { BrowserContextOptions } from 'playwright-core';
import { bookByCall } from '../e2e/book-by-call.ts';
import { putServiceIntoCart } from '../e2e/book-by-page.ts';
import { desktop, openTestSite, type TestSite, type Visitor } from '../e2e/open-test-site.ts';
import { signInAsAdmin } from '../e2e/sign-in.ts';

type LocalStorage = { name: string; value: string }[];

/** A running site with its own releases, and visitors with a service in the cart. */
export interface DrillSite extends TestSite {
  /**
   * Opens a new visitor, at a network address of their own, with one service in the cart, signed in as an admin where the page or slot is not public.
   * @param url address of the site or of a proxy with faults
   * @param bucket decides whether the visitor gets the canary
   */
  visitWithCart(url: string, access: Access, bucket?: number): Promise<Visitor>;
  /** Opens the booking of a guest. */
  manageToken: string;
}

export async function openDrillSite(): Promise<DrillSite> {
  const site = await openTestSite({ ownReleases: true });
  try {
    const stored = { customer: await storedAfter(site, false), admin: await storedAfter(site, true) };
    const { manage_token: manageToken } = await bookByCall(site);
    let visitors = 0;
    return {
      ...site,
      manageToken,
      visitWithCart(url, access, bucket) {
        const cookies = bucket === undefined ? [] : [bucketCookie(url, bucket)];
        const localStorage = access === 'public' ? stored.customer : stored.admin;
        visitors += 1;
        return site.visit(desktop, {
          storageState: { cookies, origins: [{ origin: url, localStorage }] },
          extraHTTPHeaders: { 'X-Forwarded-For': `10.0.${visitors >> 8}.${visitors & 255}` },
        });
      },
    };
  } catch (failure) {
    await site.close();
    throw failure;
  }
}

/** Browser storage after a first visit, usable at any address of the site. */
async function storedAfter(site: TestSite, admin: boolean): Promise<LocalStorage> {
  const { page, context } = await site.visit(desktop);
  if (admin) await signInAsAdmin(page, site);
  await putServiceIntoCart(page, site.url);
  const { origins } = await context.storageState();
  await context.close();
  return origins.flatMap(({ localStorage }) => localStorage);
}

function bucketCookie(url: string, bucket: number) {
  const { hostname } = new URL(url);
  const cookie = { name: 'ts_bucket', value: String(bucket), domain: hostname, path: '/' };
  type Cookie = Extract<BrowserContextOptions['storageState'], object>['cookies'][number];
  return { ...cookie, expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' } satisfies Cookie;
}
