import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookiesOfSite, storesOf } from './browser-stores.ts';

const parameters = { account: ['7'], adminId: ['7'], way: ['sound', 'notification'] };

test('the stores of the pages are found in the sources of all apps', () => {
  const stores = new Map(storesOf(parameters).map(({ key, app }) => [key, app]));
  for (const [key, app] of Object.entries({
    'twostroke.session': 'shared',
    'twostroke.cart': 'shared',
    'twostroke.paying': 'account-mfe',
    'twostroke.office-keys': 'admin-mfe',
    'twostroke.alert-sound': 'admin-mfe',
    'twostroke.floor-marks.7': 'admin-mfe',
    'twostroke.personal.alerts.7': 'admin-mfe',
    'twostroke.personal.booking-draft': 'cart-mfe',
    'twostroke.personal.begun-sign-in': 'shared',
    'react-router-scroll-positions': 'shell',
  }))
    assert.equal(stores.get(key), app, key);
  assert.ok(![...stores.keys()].some((key) => key.includes('${') || key.endsWith('.')));
  assert.throws(() => storesOf({ ...parameters, way: undefined! }), /does not say what way is/);
});

test('the cookies of the servers are found in their sources', () => {
  assert.deepEqual(cookiesOfSite().sort(), ['ts_bucket', 'ts_pay', 'ts_preview', 'twostroke-device']);
});
