import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApps } from '../commands/build-apps.mjs';
import { readLiveRecord } from '../release/live-record.ts';
import { publishRelease } from '../release/publish-release.ts';
import { appNames, workspaceOf, type AppName } from '../release/release-record.ts';
import { checkoutOf } from '../release/testing/checkout-of-one.ts';

/*
 * Two versions of every app that follow each other: the one of this checkout, and one as it may be a release later. The
 * later one says something else on a page of each app and in the slots; it has a page more, its shell brings an export
 * more of what all have in common, and the design system that every app bundles looks a little different.
 */
export type Release = 'old' | 'new';

/** What a part says in either version, as a person reads it. */
export const words = {
  shell: { old: '© 2026 Twostroke, Pune.', new: '© 2026 Twostroke, Pune, India.' },
  catalog: { old: 'Asked every day', new: 'Asked every single day' },
  cart: { old: 'Which bike, which service?', new: 'Which bike and which service?' },
  'cart slot': { old: 'Your cart', new: 'Your own cart' },
  account: { old: 'Sign in with your phone', new: 'Sign in with your own phone' },
  admin: { old: 'Health of the site', new: 'Health of the whole site' },
  'admin slot': { old: 'Open', new: 'Show' },
};
export type Part = keyof typeof words;

/** Only the later catalog has this page. */
export const newPage = '/questions';
/** Only the later shell brings this, in `@twostroke/shared/state`. Nobody imports it before the shell is released. */
export const newExport = 'adjacentVersion';

const edits: [file: string, from: string, to: string][] = [
  ['shell/src/layout/site-footer.tsx', words.shell.old, words.shell.new],
  ['catalog-mfe/src/pages/faq.tsx', words.catalog.old, words.catalog.new],
  [
    'catalog-mfe/src/manifest.ts',
    "{ page: 'faq',",
    `{ page: 'questions', ${publicPage(newPage)} },\n    { page: 'faq',`,
  ],
  ['catalog-mfe/src/remote.tsx', 'faq: ()', "questions: () => import('./pages/questions'),\n    faq: ()"],
  ['cart-mfe/src/booking/steps.ts', words.cart.old, words.cart.new],
  ['cart-mfe/src/features/show-cart/show-cart.tsx', words['cart slot'].old, words['cart slot'].new],
  ['account-mfe/src/features/sign-in/phone-form.tsx', words.account.old, words.account.new],
  ['admin-mfe/src/pages/health.tsx', words.admin.old, words.admin.new],
  ['admin-mfe/src/slots/admin-alerts.tsx', label(words['admin slot'].old), label(words['admin slot'].new)],
  ['shared/state/index.ts', '/** State', `export const ${newExport} = '1.1.0';\n/** State`],
  ['shared/ui/button.module.css', 'gap: 0.5em;', 'gap: 0.55em;\n    row-gap: 0.25em;'],
  ...appNames.map((app): [string, string, string] => [
    `${workspaceOf(app)}/package.json`,
    '"version": "1.0.0"',
    '"version": "1.1.0"',
  ]),
];

/**
 * Builds the later version of every app and publishes it beside what is live, which is the former one.
 * @returns the version of each app in either
 */
export async function publishNextVersions(siteFolder: string): Promise<Record<Release, Record<AppName, string>>> {
  const checkout = checkoutOf(appNames);
  try {
    for (const edit of edits) checkout.edit(...edit);
    writeFileSync(join(checkout.folder, 'catalog-mfe/src/pages/questions.tsx'), "export * from './faq.tsx';\n");
    await buildApps({ checkout: checkout.folder, only: appNames.map(workspaceOf) });
    const publish = (app: AppName): string =>
      publishRelease(app, { repository: checkout.folder, siteFolder, compress: false }).version;
    return {
      old: readLiveRecord(siteFolder)!.apps as Record<AppName, string>,
      new: Object.fromEntries(appNames.map((app) => [app, publish(app)])) as Record<AppName, string>,
    };
  } finally {
    rmSync(checkout.folder, { recursive: true, force: true });
  }
}

function publicPage(path: string): string {
  return `path: '${path}', access: 'public', prerender: 'static'`;
}

function label(text: string): string {
  return `label: '${text}'`;
}
