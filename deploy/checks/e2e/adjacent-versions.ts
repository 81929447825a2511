import { listApps, workspaceOf } from '@twostroke/shared/tooling/list-apps.mjs';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../release/build/ensure-installed.mjs';
import { buildApps } from '../../release/build/build-apps.mjs';
import { readLiveRecord } from '../../site/record/live-record.ts';
import { publishRelease } from '../../release/build/publish-release.ts';
import { checkoutOf } from '../../release/testing/checkout-of-one.ts';

/*
 * Two consecutive versions of every app: the one of this checkout and a later one. The later version has another text on
 * a page of each app and in the slots and one more page; its shell exports one more shared name, and the bundled design
 * system looks a little different.
 */
export type Release = 'old' | 'new';

/** The visible text of each part in either version. */
export const words = {
  shell: { old: '© 2026 Twostroke, Pune.', new: '© 2026 Twostroke, Pune, India.' },
  catalog: { old: 'FAQ: asked every day', new: 'FAQ: asked every single day' },
  cart: { old: 'Which bike, which service?', new: 'Which bike and which service?' },
  'cart slot': { old: 'Your cart', new: 'Your own cart' },
  account: { old: 'Sign in with your phone', new: 'Sign in with your own phone' },
  admin: { old: 'Health of the site', new: 'Health of the whole site' },
  'admin slot': { old: 'Open', new: 'Show' },
};
export type Part = keyof typeof words;
/** The apps that come in two versions: all of them, the shell first. */
export const appNames = listApps(repository).map(({ name }) => name);

/** Only the later catalog has this page. */
export const newPage = '/questions';
/** Only the later shell exports this, from `@twostroke/shared/state`. No app imports it before the shell is released. */
export const newExport = 'adjacentVersion';

const edits: [file: string, from: string, to: string][] = [
  ['shell/src/layout/site-footer.tsx', words.shell.old, words.shell.new],
  ['catalog-mfe/src/pages/faq.tsx', words.catalog.old, words.catalog.new],
  [
    'catalog-mfe/src/manifest.ts',
    "{ page: 'faq',",
    `{ page: 'questions', ${publicPage(newPage)} },\n    { page: 'faq',`,
  ],
  ['cart-mfe/src/model/steps.ts', words.cart.old, words.cart.new],
  ['cart-mfe/src/features/show-cart/show-cart.tsx', words['cart slot'].old, words['cart slot'].new],
  ['account-mfe/src/features/sign-in/phone-form.tsx', words.account.old, words.account.new],
  ['admin-mfe/src/pages/views/health-view.tsx', words.admin.old, words.admin.new],
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
 * Builds the later version of every app and publishes it beside the live one.
 * @returns the version of each app in either
 */
export async function publishNextVersions(siteFolder: string): Promise<Record<Release, Record<string, string>>> {
  const checkout = checkoutOf(appNames);
  try {
    for (const edit of edits) checkout.edit(...edit);
    writeFileSync(join(checkout.folder, 'catalog-mfe/src/pages/questions.tsx'), "export * from './faq.tsx';\n");
    await buildApps({ checkout: checkout.folder, only: appNames.map(workspaceOf) });
    const publish = (app: string): string =>
      publishRelease(app, { repository: checkout.folder, siteFolder, compress: false }).version;
    return {
      old: readLiveRecord(siteFolder)!.apps,
      new: Object.fromEntries(appNames.map((app) => [app, publish(app)])),
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
