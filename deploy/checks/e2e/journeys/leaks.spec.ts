import { isDeepStrictEqual } from 'node:util';
import { sentenceOfLeak } from '@twostroke/shared/tooling/watch-leaks.js';
import type { Page } from 'playwright-core';
import { makeLive } from '../../../release/testing/make-live.ts';
import { buildSyntheticRemote } from '../../../release/testing/synthetic-remote.ts';
import { injectLeakWatch, countHeld, leaksOf, navigateTo, type HeldByPage } from '../leak-watch.ts';
import { cartDrawer, heading } from '../locators.ts';
import { phone } from '../open-test-site.ts';
import { onePageOfEachKind, privateRoutes } from '../routes.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { everyRemote } from '../remotes.ts';
import { expect, test } from '../fixtures/test.ts';

/** Where a round begins and ends: counts must be equal after every round, otherwise something leaks. */
const home = '/faq';

/** Code that loads once, seconds after the start, is present after two or three rounds. A leak grows in each. */
const MOST_ROUNDS = 6;

async function openCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Cart/ }).click();
  await expect(cartDrawer(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cartDrawer(page)).toBeHidden();
}

async function walkRound(page: Page, routes: readonly string[]): Promise<void> {
  for (const route of routes.filter((one) => one !== home)) await navigateTo(page, route);
  await navigateTo(page, home);
  await openCart(page); // not before: a tool has no cart
}

test.describe('memory', { tag: everyRemote }, () => {
  test.use({ ownReleases: true });

  for (const [who, routes, more] of [
    ['a visitor', [...onePageOfEachKind, '/auth'], false],
    ['the workshop', privateRoutes, true],
  ] as const)
    test(
      `walking through all pages again, ${who} keeps no more in memory than the first time`,
      { tag: more ? '@more' : [] },
      async ({ site }) => {
        const { page, context, complaints } = await site.visit(phone);
        await injectLeakWatch(context);
        if (who === 'the workshop') await signInAsAdmin(page, site);
        await page.goto(site.url + home);
        await waitForHydration(page);
        const rounds: HeldByPage[] = [];
        do {
          await walkRound(page, routes);
          rounds.push(await countHeld(page));
        } while (rounds.length < MOST_ROUNDS && !isDeepStrictEqual(rounds.at(-1), rounds.at(-2)));
        expect(rounds.at(-1), JSON.stringify(rounds)).toEqual(rounds.at(-2));
        expect((await leaksOf(page)).map(sentenceOfLeak)).toEqual([]);
        expect(complaints).toEqual([]);
        await context.close();
      },
    );

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

  test('a remote that leaks is named, with its version, what it left behind and where', async ({ site }) => {
    const remote = await buildSyntheticRemote(leakyPage);
    const { app, version } = remote.publish(site.siteFolder);
    await makeLive(site, { apps: { [app]: version } });
    const { page, context } = await site.visit(phone);
    await injectLeakWatch(context);
    await page.goto(site.url + home);
    await waitForHydration(page);
    await navigateTo(page, `/${app}`);
    await expect(heading(page, 'A page that leaks')).toBeVisible();
    await navigateTo(page, home);
    expect(await leaksOf(page), 'what one visit leaves behind may be intended').toEqual([]);
    const before = await countHeld(page);
    await navigateTo(page, `/${app}`);
    await navigateTo(page, home);
    await navigateTo(page, `/${app}`);
    await navigateTo(page, home);
    const leaks = await leaksOf(page);
    expect(leaks.map(({ owner, what, times }) => `${owner} ${what} ${times}`).sort()).toEqual([
      `${app}@${version} <aside> in <body> 3`,
      `${app}@${version} MutationObserver 3`,
      `${app}@${version} interval of 5000 ms 3`,
      `${app}@${version} listener for resize on window 3`,
    ]);
    for (const leak of leaks)
      expect(sentenceOfLeak(leak)).toMatch(new RegExp(`/r/${app}/${version}/\\S+\\.js:\\d+:\\d+$`));
    // Nodes are no proof: their number differs by tens from run to run.
    const held = (await countHeld(page)).jsEventListeners - before.jsEventListeners;
    expect(held, 'its listeners are in memory').toBeGreaterThanOrEqual(2);
    await context.close();
    remote.remove();
  });
});
