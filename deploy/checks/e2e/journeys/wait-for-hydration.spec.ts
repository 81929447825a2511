import { test } from '@playwright/test';
import { waitForHydration } from '../wait-for-hydration.ts';

test('a page that has answered, but has no element yet, is waited for', { tag: '@node-server' }, async ({ page }) => {
  await page.evaluate(() => {
    document.documentElement.remove();
    // The first look finds an empty document; its elements come with the next frame, hydrated.
    Object.defineProperty(globalThis, 'twostrokeEarlyInput', {
      get() {
        requestAnimationFrame(() => {
          if (document.documentElement) return;
          const html = document.createElement('html');
          const root = html.appendChild(document.createElement('div'));
          root.id = 'root';
          document.append(html);
          Object.assign(root.appendChild(document.createElement('main')), { __reactProps$1: {} });
        });
      },
    });
  });
  await waitForHydration(page);
});
