import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { sentenceOfLeak } from '@twostroke/shared/tooling/watch-leaks.js';
import type { Page } from 'playwright-core';
import { makeLive } from '../../release/testing/make-live.ts';
import { buildSyntheticRemote } from '../../release/testing/synthetic-remote.ts';
import { bringLeakWatch, countHeld, leaksOf, walkTo, type HeldByPage } from '../leak-watch.ts';
import { cartDrawer, heading } from '../locators.ts';
import { openTestSite, phone } from '../open-test-site.ts';
import { privateRoutes, publicRoutes } from '../routes.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { takenOver } from '../taken-over.ts';

const site = await openTestSite({ ownReleases: true });
after(() => site.close());

/** Where a round begins and ends: what is counted there is the same after every round, or something stays. */
const home = '/faq';

/** What is loaded once, some seconds after the start, is there after two or three. What leaks grows in each. */
const MOST_ROUNDS = 6;

async function openCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Cart/ }).click();
  await cartDrawer(page).waitFor();
  await page.keyboard.press('Escape');
  await cartDrawer(page).waitFor({ state: 'hidden' });
}

async function walkRound(page: Page, routes: string[]): Promise<void> {
  for (const route of routes.filter((one) => one !== home)) await walkTo(page, route);
  await openCart(page);
  await walkTo(page, home);
}

for (const [who, routes] of [
  ['a visitor', publicRoutes],
  ['the workshop', privateRoutes],
] as const)
  test(`walking through all pages again, ${who} leaves nothing more in memory than the first time`, async () => {
    const { page, context, complaints } = await site.visit(phone);
    await bringLeakWatch(context);
    if (who === 'the workshop') await signInAsAdmin(page, site);
    await page.goto(site.url + home);
    await takenOver(page);
    const rounds: HeldByPage[] = [];
    do {
      await walkRound(page, routes);
      rounds.push(await countHeld(page));
    } while (rounds.length < MOST_ROUNDS && !isDeepStrictEqual(rounds.at(-1), rounds.at(-2)));
    assert.deepEqual(rounds.at(-1), rounds.at(-2), JSON.stringify(rounds));
    assert.deepEqual((await leaksOf(page)).map(sentenceOfLeak), []);
    assert.deepEqual(complaints, []);
    await context.close();
  });

const leakyPage = `import { useEffect, useState } from 'react';
import styles from './start.module.css';

export function Component() {
  const [, count] = useState(0);
  useEffect(() => {
    setInterval(() => count((before) => before + 1), 5000);
    window.addEventListener('resize', () => count(0));
    document.body.append(document.createElement('aside'));
    new MutationObserver(() => count(1)).observe(document.body, { childList: true });
    const tidy = setInterval(() => count(2), 5000);
    return () => clearInterval(tidy);
  }, []);
  return <h1 className={styles.sign}>A page that leaks</h1>;
}
`;

test('a remote that leaks is named, with its version, what it left behind and where', async () => {
  const remote = await buildSyntheticRemote(leakyPage);
  const { app, version } = remote.publish(site.siteFolder);
  await makeLive(site, { apps: { [app]: version } });
  const { page, context } = await site.visit(phone);
  await bringLeakWatch(context);
  await page.goto(site.url + home);
  await takenOver(page);
  await walkTo(page, `/${app}`);
  await heading(page, 'A page that leaks').waitFor();
  await walkTo(page, home);
  assert.deepEqual(await leaksOf(page), [], 'once may be set up for good');
  const before = await countHeld(page);
  await walkTo(page, `/${app}`);
  await walkTo(page, home);
  await walkTo(page, `/${app}`);
  await walkTo(page, home);
  const leaks = await leaksOf(page);
  assert.deepEqual(leaks.map(({ owner, what, times }) => `${owner} ${what} ${times}`).sort(), [
    `${app}@${version} <aside> in <body> 3`,
    `${app}@${version} MutationObserver 3`,
    `${app}@${version} interval of 5000 ms 3`,
    `${app}@${version} listener for resize on window 3`,
  ]);
  for (const leak of leaks) assert.match(sentenceOfLeak(leak), new RegExp(`/r/${app}/${version}/\\S+\\.js:\\d+:\\d+$`));
  const afterwards = await countHeld(page);
  assert.ok(
    afterwards.jsEventListeners > before.jsEventListeners && afterwards.nodes > before.nodes,
    'it is in memory',
  );
  await context.close();
  remote.remove();
});
