import { returnPath } from './return-to.ts';

test.each(['/my-profile', '/book-service?day=2026-11-21', '/admin?booking=4f9c21ab', '/'])('%s is followed', (path) =>
  expect(returnPath(path)).toBe(path),
);

test.each([
  null,
  '',
  'my-profile',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  '/auth?returnTo=/auth',
  '//',
])('%p is replaced by the bookings page', (wanted) => expect(returnPath(wanted)).toBe('/my-bookings'));

test('an address inside the query stays part of the query', () => {
  expect(returnPath('/services?next=https://evil.example')).toBe('/services?next=https://evil.example');
});
