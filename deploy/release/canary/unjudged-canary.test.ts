import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announceSite } from '../../site/record/running-site.ts';
import { smallSite } from '../../site/testing/small-releases.ts';
import { unjudgedCanary } from './unjudged-canary.ts';

const siteFolder = smallSite();
const context = {
  siteFolder,
  checkout: siteFolder,
  by: 'Asha',
  startedAt: 0,
  backend: null,
  say: () => undefined,
};
const ends = 'keep npm run release -- watch running, or end it with npm run release -- rollback cart.';

test('a canary that no process of ours judges is announced as such, with the reason', () => {
  const sentence = (target: string | null = null) => unjudgedCanary(context, 'cart', target);
  const because = (reason: string) => `Nothing ends this canary automatically, because ${reason}: ${ends}`;
  assert.equal(sentence('deploy@host:/srv/twostroke'), because('deploy@host:/srv/twostroke only serves files'));
  assert.equal(sentence(), because('no site runs here'));
  const site = { url: 'http://127.0.0.1:1', backend: { url: 'http://127.0.0.1:1', key: 'x' } };
  const leave = announceSite(siteFolder, { ...site, endsCanaries: false });
  assert.equal(sentence(), because('the site runs without SUPABASE_SERVICE_ROLE_KEY'));
  leave();
  const stop = announceSite(siteFolder, { ...site, endsCanaries: true });
  assert.equal(sentence(), null);
  stop();
});
