import { RemoteFailure } from './remote-failure.ts';
import { attributeError, releasesIn } from './attribute-error.ts';

const versions = new Map([
  ['catalog', '1.0.0-aaaaaaaa'],
  ['cart', '1.0.0-bbbbbbbb'],
  ['shell', '1.0.0-cccccccc'],
]);
const shellFrame = '    at Xe (https://x.test/r/shell/1.0.0-cccccccc/main.5d4d09d5.js:1:2345)';
const catalogFrame = '    at async y (https://x.test/r/catalog/1.0.0-aaaaaaaa/311.0f.js:1:99)';
const cartFrame = 'render@https://x.test/r/cart/2.1.0-rc.1+b5/12.js:3:4'; // Firefox and Safari write frames this way

function thrownAt(...frames: string[]): Error {
  return Object.assign(new TypeError('x'), { stack: ['TypeError: x', ...frames].join('\n') });
}

test('reads the releases from a stack, in both frame formats', () => {
  expect(releasesIn([shellFrame, cartFrame].join('\n'))).toEqual([
    { app: 'shell', version: '1.0.0-cccccccc' },
    { app: 'cart', version: '2.1.0-rc.1+b5' },
  ]);
  expect(releasesIn('at https://x.test/rest/v1/rpc/quote and /r/Catalog/1/ and /r/catalog')).toEqual([]);
});

test('a failure to load names its remote and overrides the stack', () => {
  const failure = new RemoteFailure('cart', 'timeout', 1, null);
  failure.stack = shellFrame;
  expect(attributeError(failure, { app: 'catalog' }, versions)).toEqual({ app: 'cart', version: '1.0.0-bbbbbbbb' });
});

test('attributes an error to the innermost remote: the shell only provides React, router and data clients', () => {
  expect(attributeError(thrownAt(shellFrame, catalogFrame, cartFrame), {}, versions).app).toBe('catalog');
  expect(attributeError(thrownAt(cartFrame, shellFrame), {}, versions)).toEqual({
    app: 'cart',
    version: '2.1.0-rc.1+b5',
  });
});

test('without a remote in the stack, the component stack decides', () => {
  const place = { app: 'cart', componentStack: `${shellFrame}\n${catalogFrame}` };
  expect(attributeError(thrownAt(shellFrame), place, versions).app).toBe('catalog');
  expect(attributeError('a text', place, versions).app).toBe('catalog');
});

test('without a remote in either stack, the failed page or slot names the remote, else the shell is named', () => {
  expect(attributeError(thrownAt(shellFrame), { app: 'catalog' }, versions)).toEqual({
    app: 'catalog',
    version: '1.0.0-aaaaaaaa',
  });
  expect(attributeError(thrownAt(shellFrame), {}, versions)).toEqual({ app: 'shell', version: '1.0.0-cccccccc' });
});

test.each([null, undefined, 'text', 7, {}, { stack: 5, remote: 6 }])(
  'attributes %p to the shell unless the failed page or slot names an app',
  (thrown) => {
    expect(attributeError(thrown, {}, versions)).toEqual({ app: 'shell', version: '1.0.0-cccccccc' });
    expect(attributeError(thrown, { app: 'admin' }, versions)).toEqual({ app: 'admin', version: 'unknown' });
  },
);
