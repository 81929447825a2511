import type { Browser, BrowserContext } from 'playwright-core';
import { launchChromium } from '../../e2e/launch-chromium.ts';
import { waitForHydration } from '../../e2e/wait-for-hydration.ts';
import { watch } from '../../e2e/watch.ts';
import type { AttackCase, AttackClass } from '../attack-class.ts';
import { cookiesOfSite, storesOf } from '../browser-stores.ts';
import type { AttackedSite } from '../open-attacked-site.ts';

const mark = 'globalThis.wasInjected = 1';

/** What another program, an older version or an attacker may have left in a browser. */
const values = [
  '',
  'null',
  'undefined',
  '0',
  'true',
  '{}',
  '[]',
  '[null]',
  '{',
  '"text"',
  '{"__proto__":{"wasInjected":1}}',
  '{"items":null}',
  '{"items":{"length":3},"vehicle":[]}',
  '{"items":[{"id":{},"quantity":-1,"price":"x"}],"vehicle":{"modelId":7}}',
  '{"items":[{"id":"oil-change","name":"<img src=x onerror=alert(1)>","price":1e308,"quantity":1e9}]}',
  '{"access_token":null,"user":null}',
  '{"access_token":"a.b.c","refresh_token":{},"expires_at":"x","user":[]}',
  '{"access_token":"a.b.c","refresh_token":"x","expires_at":99999999999,"user":{"id":"1","role":"admin"}}',
  `"><script>${mark}</script>`,
  `javascript:${mark}`,
  '\u0000\ud800',
  'x'.repeat(20_000),
  '['.repeat(20_000),
];

const fragments = [
  '#',
  '#manage=',
  '#manage=%',
  `#manage=${'a'.repeat(64)}`,
  `#manage=<script>${mark}</script>`,
  '#manage=../../../rest/v1/models',
  '#access_token=a.b.c&refresh_token=x&expires_in=3600&token_type=bearer&type=magiclink',
  '#error=access_denied&error_description=<img src=x onerror=alert(1)>',
  '#token_hash=x&type=signup',
  '#__proto__[wasInjected]=1',
  `#${'x'.repeat(5000)}`,
  '#%',
  '?code=x',
  '?code=x&state=y#type=recovery',
  '?redirect=//evil.example',
  '?redirect=javascript:alert(1)',
  '?next=https://evil.example/',
  '?view=__proto__',
  '?view[]=a&view[]=b',
  '?view=%3Cscript%3Ealert(1)%3C/script%3E',
  '?0123456789',
];

/** A page that is read without a session, and pages that ask for one. */
const pages = ['/', '/book-service', '/auth', '/my-bookings', '/admin'];
const workshopPages = ['/admin', '/admin?view=floor'];

interface State {
  local?: [string, string];
  session?: [string, string];
  cookie?: [string, string];
  /** An owner is signed in. */
  isStaff?: boolean;
  path: string;
}

/** More than 600 states: each value in each store, each cookie, each fragment on each page, and mixtures of them. */
function states(owner: string): State[] {
  const page = (at: number) => pages[at % pages.length]!;
  const stores = [
    ...storesOf({ account: [owner], adminId: [owner], way: ['sound', 'notification'] }),
    { key: '__proto__', app: 'shared' },
  ];
  // Workshop pages read theirs once staff are signed in.
  const where = (app: string, at: number) =>
    app === 'admin-mfe' ? { isStaff: true, path: workshopPages[at % workshopPages.length]! } : { path: page(at) };
  const locals = stores.flatMap(({ key, app }, k) =>
    values.map((value, v): State => ({ local: [key, value], ...where(app, k + v) })),
  );
  // Few keys are read in the storage of a tab: each with some of the values.
  const sessions = stores.flatMap(({ key, app }, k) =>
    values
      .filter((_, v) => (k + v) % 4 === 0)
      .map((value, v): State => ({ session: [key, value], ...where(app, k + v) })),
  );
  const inCookies = [...cookiesOfSite(), 'sb-access-token'].flatMap((name, c) =>
    values
      .map((value) => encodeURIComponent(value.replaceAll(/[\ud800-\udfff]/g, '')).slice(0, 3000))
      .filter((value, at, all) => all.indexOf(value) === at)
      .map((value, v): State => ({ cookie: [name, value], path: page(c + v) })),
  );
  const addresses = fragments.flatMap((fragment) => pages.map((path): State => ({ path: path + fragment })));
  const mixed = Array.from({ length: 40 }, (_, at): State => ({
    local: [stores[at % stores.length]!.key, values[(at * 7) % values.length]!],
    session: [stores[(at * 5) % stores.length]!.key, values[(at * 3) % values.length]!],
    path: page(at) + fragments[(at * 11) % fragments.length]!,
  }));
  return [...locals, ...sessions, ...inCookies, ...addresses, ...mixed];
}

/** Each state in a browser of its own: the page shows itself and is alive, runs nothing foreign, and throws nothing. */
export const browserStates: AttackClass = {
  name: 'states of a browser',
  onlyReads: true,
  needsBrowser: true,
  cases(site) {
    let browser: Promise<Browser> | undefined;
    const all = states(site.shop.boss.id);
    return all.map((state, at): AttackCase => ({
      tries: JSON.stringify(state).slice(0, 140),
      async run() {
        const opened = await (browser ??= launchChromium());
        try {
          await survives(opened, site, state);
        } finally {
          if (at === all.length - 1) await opened.close();
        }
      },
    }));
  },
};

async function survives(
  browser: Browser,
  { url, shop }: AttackedSite,
  { local, session, cookie, isStaff = false, path }: State,
): Promise<void> {
  const { hostname } = new URL(url);
  const kept = local ? [local] : [];
  if (isStaff) {
    const { data } = await shop.boss.client.auth.getSession();
    kept.push(['twostroke.session', JSON.stringify(data.session)]);
  }
  const context = await browser.newContext({ storageState: localState(url, kept) });
  try {
    context.setDefaultTimeout(20_000);
    const { complaints } = watch(context);
    if (cookie) await context.addCookies([{ name: cookie[0], value: cookie[1], domain: hostname, path: '/' }]);
    if (session)
      await context.addInitScript(([key, value]) => {
        // The blank page before the first one has no storage.
        if (location.protocol === 'http:') sessionStorage.setItem(key!, value!);
      }, session);
    await visit(context, url + path);
    const thrown = complaints.filter((line) => /^exception|Content Security Policy|Minified React/.test(line));
    if (thrown.length > 0) throw new Error(thrown[0]);
  } finally {
    await context.close();
  }
}

const localState = (origin: string, kept: [string, string][]) => ({
  cookies: [],
  origins: [{ origin, localStorage: kept.map(([name, value]) => ({ name, value })) }],
});

async function visit(context: BrowserContext, address: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'commit' });
  await waitForHydration(page);
  await page.locator('main h1').first().waitFor();
  const seen = await page.evaluate(() => ({
    injected: 'wasInjected' in globalThis || 'wasInjected' in {},
    origin: location.origin,
    missing: document.body.innerText.includes('This part is not available'),
  }));
  if (seen.injected) throw new Error('a foreign script ran');
  if (seen.origin !== new URL(address).origin) throw new Error(`the page went to ${seen.origin}`);
  if (seen.missing) throw new Error('the page says that a part is missing');
}
