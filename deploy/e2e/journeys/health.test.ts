import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { blockRemote } from '../block-remote.ts';
import { heading } from '../locators.ts';
import { openTestSite, phone, type Visitor } from '../open-test-site.ts';
import { newCustomer, signInAsAdmin, signUp, type NewCustomer } from '../sign-in.ts';
import { until } from '../until.ts';

const site = await openTestSite();
after(() => site.close());

test('a visit, its page speed and what was thrown stand on the health page with app and version', async () => {
  const visitor = await site.visit(phone);
  await signUp(visitor.page, site.url, newCustomer());
  const versions = await liveVersions(visitor.page);
  await openBrokenBookings(visitor);
  await until('the report of the error', () => hasReport('error', 'account'));
  await visitor.page.close(); // what is measured until the end is sent at the end
  await until('the last measurement', () => hasReport('vital', 'account'));

  const { page } = await site.visit(phone);
  await signInAsAdmin(page, site);
  await page.goto(`${site.url}/admin`);
  await page.getByRole('navigation', { name: 'Workshop' }).getByRole('link', { name: 'Health' }).click();
  await heading(page, 'Health of the site').waitFor();
  const account = page.getByRole('region', { name: 'account', exact: true });
  await account.getByText(`account@${versions['account']}`, { exact: true }).waitFor();
  assert.ok((await figure(account, 'Visits')) >= 1);
  assert.equal(await figure(account, 'Errors'), 1);
  assert.match(await cell(account, 'Content shown (LCP)').innerText(), /\d\ss\s+(Good|Needs work|Poor)/);
  const errors = page.getByRole('region', { name: 'Newest errors' }).getByRole('listitem');
  const broken = errors.filter({ hasText: 'TypeError' });
  await broken.getByText(`account@${versions['account']}`).waitFor();
  await broken.getByText('at account:my-bookings').waitFor();
  await page.getByRole('region', { name: 'shell', exact: true }).waitFor();
});

test('a remote that can not be loaded is its own fault, also when nothing of it arrived', async () => {
  const { page, context } = await site.visit(phone);
  await blockRemote(page, 'cart', 'missing');
  await page.goto(`${site.url}/book-service`);
  const [report] = await until('the report', async () => {
    const rows = await site.backend.sql`select * from client_reports where kind = 'error' and app = 'cart'`;
    return rows.length > 0 && rows;
  });
  assert.equal(report?.['name'], 'RemoteFailure');
  assert.equal(report?.['version'], (await liveVersions(page))['cart']);
  await context.close();
});

test('no report says where exactly a visitor was, or who he is', async () => {
  const { page, context } = await site.visit(phone);
  await page.goto(`${site.url}/faq?from=asha@example.com#manage=secret-token-of-a-guest-0123456789`);
  await heading(page).waitFor();
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError(`no plan for asha@example.com, +91 98220 12345 at ${location.href}`);
    });
  });
  const rows = await until('the report', async () => {
    const found = await site.backend.sql`select * from client_reports where route = 'catalog:faq' and kind = 'error'`;
    return found.length > 0 && found;
  });
  assert.equal(rows[0]?.['message'], `no plan for [mail], [number] at ${site.url}/faq`);
  assert.doesNotMatch(JSON.stringify(rows), /asha|98220|secret/);
  await context.close();
});

test('visitors and customers read and change nothing of it; an admin reads', async () => {
  const customer = newCustomer();
  const { page, requests } = await site.visit(phone);
  await signUp(page, site.url, customer);
  await site.backend.sql`select report_client_events('[{"kind": "visit", "app": "shell", "version": "1"}]')`;
  for (const token of [site.backend.anonKey, await tokenOf(customer)]) {
    const read = await ask(token, 'GET', 'client_reports?select=*');
    assert.ok(read.status === 401 || (read.status === 200 && read.text === '[]'), `${read.status} ${read.text}`);
    for (const [method, path, body] of [
      ['POST', 'client_reports', { kind: 'visit', name: 'visit', app: 'shell', version: '1' }],
      ['PATCH', 'client_reports?id=gt.0', { app: 'x' }],
      ['DELETE', 'client_reports?id=gt.0', undefined],
      ['POST', 'rpc/client_health', { hours: 1 }],
    ] as const) {
      const { status } = await ask(token, method, path, body);
      assert.ok(status === 401 || status === 403, `${method} ${path} answered ${status}`);
    }
  }
  const boss = await ask(await tokenOf(site.admin), 'GET', 'client_reports?select=app&limit=1');
  assert.match(boss.text, /"app"/);

  await page.goto(`${site.url}/admin/health`);
  await heading(page, 'Access Denied').waitFor();
  assert.deepEqual(
    requests.filter((address) => address.includes('/r/admin/')),
    [],
  );
});

/** Shows a signed-in customer his bookings from an answer that is broken. */
async function openBrokenBookings({ page }: Visitor): Promise<void> {
  await page.route(/\/rest\/v1\/service_bookings/, (route) => route.fulfill({ json: [null] }));
  await page.goto(`${site.url}/my-bookings`);
  await heading(page, 'This part is not available').waitFor();
}

async function hasReport(kind: string, app: string): Promise<boolean> {
  const rows = await site.backend.sql`select from client_reports where kind = ${kind} and app = ${app}`;
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

async function tokenOf({ email, password }: Pick<NewCustomer, 'email' | 'password'>): Promise<string> {
  const answer = await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: site.backend.anonKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function ask(
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
