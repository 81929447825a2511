import { paths } from './paths.ts';

test.each([
  [paths.home(), '/'],
  [paths.contact(), '/contact'],
  [paths.faq(), '/faq'],
  [paths.about(), '/about'],
  [paths.reviews(), '/reviews'],
  [paths.install(), '/install'],
  [paths.services(), '/services'],
  [paths.bookService(), '/book-service'],
  [paths.bikes(), '/bikes'],
  [paths.blog(), '/blog'],
  [paths.post('chain-care-10-minutes'), '/blog/chain-care-10-minutes'],
  [paths.bike('honda', 'activa-6g'), '/bikes/honda/activa-6g'],
  [paths.serviceCategory('brakes'), '/services/category/brakes'],
  [paths.servicePackage('honda', 'activa-6g', 'basic-service'), '/services/honda/activa-6g/basic-service'],
  [paths.servicePage('oil-change'), '/services/oil-change'],
  [paths.brand('tvs'), '/brands/tvs'],
  [paths.area('kondhwa'), '/location/kondhwa'],
  [paths.auth(), '/auth'],
  [paths.myBookings(), '/my-bookings'],
  [paths.myProfile(), '/my-profile'],
  [paths.admin(), '/admin'],
  [paths.callBack(), '/bikes#call-back'],
  [paths.adminHealth(), '/admin?view=health'],
  [paths.adminHealth(24), '/admin?view=health&hours=24'],
  [paths.adminBooking('4f9d2c1b-6f0a-4a53-8a53-0d9a1f0e77aa'), '/admin?booking=4f9d2c1b-6f0a-4a53-8a53-0d9a1f0e77aa'],
])('%s', (made, expected) => {
  expect(made).toBe(expected);
});

test('the return address after sign-in survives its own query', () => {
  const { pathname, search } = new URL(paths.auth('/admin?booking=1&tab=a b'), 'http://site.test');
  expect(pathname).toBe('/auth');
  expect(new URLSearchParams(search).get('returnTo')).toBe('/admin?booking=1&tab=a b');
});

test("a guest's token stays in the fragment, which no server sees", () => {
  const { pathname, search, hash } = new URL(paths.manageBooking('secret'), 'http://site.test');
  expect([pathname, search, hash]).toEqual(['/book-service', '', '#manage=secret']);
});
