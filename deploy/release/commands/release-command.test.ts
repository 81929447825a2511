import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { announceSite } from '../../site/record/running-site.ts';
import { liveRecord, smallSite } from '../../site/testing/small-releases.ts';
import { checkoutOfOne } from '../testing/checkout-of-one.ts';
import { runReleaseCommand } from './release-command.ts';

const siteFolder = smallSite();
announceSite(siteFolder, { url: 'http://127.0.0.1:9', backend: { url: 'http://127.0.0.1:9', key: '' } }); // previews need a running site
const checkout = checkoutOfOne('cart');
after(() => rmSync(checkout.folder, { recursive: true, force: true }));

test('invalid arguments are rejected with a sentence', async () => {
  for (const [args, sentence] of [
    [['wheels'], /has no folder wheels-mfe/],
    [['catalog'], /has no folder catalog-mfe\. Run this where the sources of catalog are/],
    [['rollback'], /Which app\?/],
    [['rollback', 'wheels'], /wheels is not live\. Live are: shell, /],
    [['rollback', 'cart', '9.9.9'], /There is no release 9\.9\.9 of cart/],
    [['rollback', 'cart', '../../x'], /There is no release/],
    [['preview', 'cart'], /Which version\?/],
    [['preview', 'cart', '9.9.9'], /There is no release 9\.9\.9 of cart/],
    [['preview', 'cart', liveRecord().apps.cart!], /is live: every visitor sees it already/],
    [['cart', '--canary', '100'], /whole number from 1 to 99/],
    [['cart', '--target', ''], /--target is empty/],
    [
      ['cart', '--canary', '10', '--target', 'cdn:/srv/upload'],
      /A CDN answers every visitor with the same documents .* so there is no automatic canary\./,
    ],
    [['canary', 'cart', '10', '--target', 'cdn:/srv/upload'], /Promote it or end it first/],
    [['cart', '--backend', 'https://x.example'], /needs its URL and its key/],
    [['cart', '--skip-tests'], /skip-tests/],
    [['explode', 'cart'], /There is no command explode/],
  ] as const) {
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    assert.equal(await runReleaseCommand([...args, '--site', siteFolder], checkout.folder, say), 1, args.join(' '));
    assert.match(lines.join('\n'), sentence);
  }
});
