import type { Locator, Page } from 'playwright-core';
import { blockRemote } from '../block-remote.ts';
import { heading } from '../locators.ts';
import { phone, type Visitor, type TestSite } from '../open-test-site.ts';
import { newCustomer, signInAsAdmin, signInByCall, signUp, signUpByCall } from '../sign-in.ts';
import { poll } from '../../../backend/testing/poll.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('the health page', { tag: ['@admin', '@account'] }, () => {
  test(
    'the health page shows a visit, its page speed and its errors by app and version',
    { tag: '@flow' },
    async ({ site }) => {
      const visitor = await site.visit(phone);
      await signUp(visitor.page, site, newCustomer());
      const versions = await liveVersions(visitor.page);
      const reported = visitor.page.waitForResponse(
        (answer) =>
          answer.url().endsWith('/report_client_events') && answer.request().postData()?.includes('TypeError') === true,
        { timeout: 60_000 },
      );
      await openBrokenBookings(site, visitor);
      await poll('the report of the error', () => hasReport(site, 'error', 'account', 'TypeError'));
      // The answer to a report brings the token of the next, which what is measured last needs: the page has read it.
      // Its clock and Playwright's differ by less than the two seconds between two reports.
      const { startTime } = (await reported).request().timing();
      await visitor.page.waitForFunction(
        (from) =>
          performance
            .getEntriesByType('resource')
            .some((one) => one.name.endsWith('/report_client_events') && performance.timeOrigin + one.startTime > from),
        startTime - 1000,
      );
      await visitor.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
      await visitor.page.goto('about:blank'); // final measurements are sent when the page is left
      await poll('a last measurement', () => hasReport(site, 'vital', 'account', 'LCP'));

      const { page } = await site.visit(phone);
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin`);
      const views = page.getByRole('navigation', { name: 'Workshop' });
      await views.getByRole('button', { name: 'More' }).click();
      await views.getByRole('link', { name: 'Health' }).click();
      await expect(heading(page, 'Health of the site')).toBeVisible();
      const account = page.getByRole('region', { name: 'account', exact: true });
      await expect(account.getByText(`account@${versions['account']}`, { exact: true })).toBeVisible();
      expect(await figure(account, 'Visits')).toBeGreaterThanOrEqual(1);
      expect(await figure(account, 'Errors')).toBe(1);
      expect(await cell(account, 'Content shown (LCP)').innerText()).toMatch(/\d\ss\s+(Good|Needs work|Poor)/);
      const errors = page.getByRole('region', { name: 'Newest errors' }).getByRole('listitem');
      const broken = errors.filter({ hasText: 'TypeError' });
      await expect(broken.getByText(`account@${versions['account']}`)).toBeVisible();
      await expect(broken.getByText('at account:my-bookings')).toBeVisible();
      await expect(page.getByRole('region', { name: 'shell', exact: true })).toBeVisible();
    },
  );

  test(
    'a remote that fails to load is named, also when none of its files arrived',
    { tag: '@flow' },
    async ({ site }) => {
      const { page, context } = await site.visit(phone);
      await blockRemote(page, 'cart', 'missing');
      await page.goto(`${site.url}/book-service`);
      const [report] = await poll('the report', async () => {
        const rows = await site.backend.sql`select * from client_reports where kind = 'error' and app = 'cart'`;
        return rows.length > 0 && rows;
      });
      expect(report?.['name']).toBe('RemoteFailure');
      expect(report?.['version']).toBe((await liveVersions(page))['cart']);
      await context.close();
    },
  );

  test('reports contain neither full addresses nor personal data', async ({ site }) => {
    const { page, context } = await site.visit(phone);
    await page.goto(`${site.url}/faq?from=asha@example.com#manage=secret-token-of-a-guest-0123456789`);
    await expect(heading(page)).toBeVisible();
    await page.evaluate(() => {
      setTimeout(() => {
        throw new TypeError(`no plan for asha@example.com, +91 98220 12345 at ${location.href}`);
      });
    });
    const rows = await poll('the report', async () => {
      const found = await site.backend.sql`select * from client_reports where route = 'catalog:faq' and kind = 'error'`;
      return found.length > 0 && found;
    });
    expect(rows[0]?.['message']).toBe(`no plan for [mail], [number] at ${site.url}/faq`);
    expect(JSON.stringify(rows)).not.toMatch(/asha|98220|secret/);
    await context.close();
  });

  test('only an admin reads the reports', { tag: '@flow' }, async ({ site }) => {
    const { page, requests } = await site.visit(phone);
    const customer = await signUpByCall(page, site, newCustomer());
    await site.backend
      .sql`insert into client_reports (kind, name, app, version) values ('visit', 'visit', 'shell', '1')`;
    for (const token of [site.backend.anonKey, customer.access_token]) {
      const read = await ask(site, token, 'GET', 'client_reports?select=*');
      expect(
        read.status === 401 || (read.status === 200 && read.text === '[]'),
        `${read.status} ${read.text}`,
      ).toBeTruthy();
      for (const [method, path, body] of [
        ['POST', 'client_reports', { kind: 'visit', name: 'visit', app: 'shell', version: '1' }],
        ['PATCH', 'client_reports?id=gt.0', { app: 'x' }],
        ['DELETE', 'client_reports?id=gt.0', undefined],
        ['POST', 'rpc/client_health', { hours: 1 }],
      ] as const) {
        const { status } = await ask(site, token, method, path, body);
        expect(status === 401 || status === 403, `${method} ${path} answered ${status}`).toBeTruthy();
      }
    }
    const admin = await signInByCall(page, site, site.admin);
    const boss = await ask(site, admin.access_token, 'GET', 'client_reports?select=app&limit=1');
    expect(boss.text).toMatch(/"app"/);

    await page.goto(`${site.url}/admin?view=health`);
    await expect(heading(page, 'Access Denied')).toBeVisible();
    expect(requests.filter((address) => address.includes('/r/admin/'))).toEqual([]);
  });
});

/** Shows a signed-in customer bookings from a broken answer. */
async function openBrokenBookings(site: TestSite, { page }: Visitor): Promise<void> {
  await page.route(/\/rest\/v1\/service_bookings/, (route) => route.fulfill({ json: [null] }));
  await page.goto(`${site.url}/my-bookings`);
  await expect(heading(page, 'This part is not available')).toBeVisible();
}

async function hasReport(site: TestSite, kind: string, app: string, name: string): Promise<boolean> {
  const rows = await site.backend.sql`
    select from client_reports where kind = ${kind} and app = ${app} and name = ${name}`;
  return rows.length > 0;
}

/** The versions that the document names, by app. */
async function liveVersions(page: Page): Promise<Record<string, string>> {
  const { registry } = JSON.parse((await page.locator('#site').textContent()) ?? '{}') as {
    registry: { remotes: { name: string; version: string }[] };
  };
  return Object.fromEntries(registry.remotes.map(({ name, version }) => [name, version]));
}

function cell(region: Locator, label: string): Locator {
  return region.locator('dl > div').filter({ has: region.page().getByText(label, { exact: true }) });
}

async function figure(region: Locator, label: string): Promise<number> {
  return Number(await cell(region, label).first().locator('dd').innerText());
}

async function ask(
  site: TestSite,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${site.url}/rest/v1/${path}`, {
    method,
    headers: { apikey: site.backend.anonKey, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, text: await answer.text() };
}
