import { AppError } from '@twostroke/shared/client';
import { notFound } from '@twostroke/shared/router';
import { RemoteFailure } from './remote-failure.ts';
import { describeError } from './describe-error.ts';
import { withoutPersonalData } from './without-personal-data.ts';

test('describes errors and other thrown values by class and message', () => {
  expect(describeError(new TypeError('x is undefined'))).toEqual({ name: 'TypeError', message: 'x is undefined' });
  expect(describeError(new RemoteFailure('cart', 'load', 2, null))).toEqual({
    name: 'RemoteFailure',
    message: 'The remote cart could not be loaded (load, attempt 2).',
  });
  expect(describeError('text')).toEqual({ name: 'string', message: 'text' });
  expect(describeError(undefined)).toEqual({ name: 'undefined', message: 'undefined' });
  expect(describeError({ message: 7 })).toEqual({ name: 'Error', message: '' });
});

test('a call that failed for a reason of the site is an error, with its code', () => {
  expect(describeError(new AppError('unavailable', 'The server did not answer.'))).toEqual({
    name: 'AppError',
    message: 'unavailable: The server did not answer.',
  });
});

test.each([
  ['an address without a page', notFound()],
  ['a 403 answer of the router', { status: 403, statusText: '', internal: false, data: null }],
  ['being offline', new AppError('offline', 'x')],
  ['a session that ended', new AppError('signed_out', 'x')],
  ['a slot that another customer took', new AppError('conflict', 'x')],
  ['an aborted call', new DOMException('x', 'AbortError')],
  [
    'an error in a browser extension',
    Object.assign(new Error('x'), { stack: 'at chrome-extension://abc/inject.js:1:1' }),
  ],
])('%s is not an error of the site', (_, thrown) => {
  expect(describeError(thrown)).toBeNull();
});

// The same cases as the database function's: deploy/supabase/tests/client-reports.test.ts.
test.each([
  ['Call 98220 12345 or +91-9822012345', 'Call [number] or [number]'],
  ['no user asha.kulkarni+x@example.co.in here', 'no user [mail] here'],
  ['GET https://site.test/admin?booking=4f9d2c1b&x=1 failed', 'GET https://site.test/admin failed'],
  ['at /book-service#manage=abc.def', 'at /book-service'],
  ['at /book-service?7KQ0X2M4ZD now', 'at /book-service now'],
  ['bad ?token=abc here', 'bad  here'],
  ['row 4f9d2c1b-6f0a-4a53-8a53-0d9a1f0e77aa', 'row [token]'],
  ['Bearer eyJhbGciOiJIUzI1NiJ9xx.x', 'Bearer [token].x'],
  ['plate MH 12 AB 1234 and MH14GH4321', 'plate [number] and [number]'],
  ['line\nbreak\u0007', 'line break'],
  [
    'at http://x.test/r/cart/1.0.0-1a2b3c4d/main.cc7f46e1.js:1:472349',
    'at http://x.test/r/cart/1.0.0-1a2b3c4d/main.cc7f46e1.js:1:472349',
  ],
  ['Minified React error #418', 'Minified React error #418'],
  ['useSyncExternalStoreWithSelector failed', 'useSyncExternalStoreWithSelector failed'],
])('%j is reported without what could identify a person', (message, kept) => {
  expect(withoutPersonalData(message)).toBe(kept);
  expect(describeError(new Error(message))?.message).toBe(kept);
});

test('truncates a long message', () => {
  expect(withoutPersonalData('ab '.repeat(5000)).length).toBeLessThanOrEqual(300);
});
