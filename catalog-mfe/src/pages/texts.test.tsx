import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { screen } from '@testing-library/react';
import * as about from './about.tsx';
import * as blog from './blog.tsx';
import * as install from './install.tsx';

test('about counts the catalog, promises the credit from the database and has a privacy section to link to', async () => {
  const rows = (count: number) => ({ body: Array.from({ length: count }, (_, index) => ({ slug: `row-${index}` })) });
  fakeBackend({
    'GET /rest/v1/brands': rows(6),
    'GET /rest/v1/models': rows(68),
    'GET /rest/v1/packages': rows(22),
    'GET /rest/v1/areas': rows(12),
    'GET /rest/v1/shop': { body: { late_minutes: 45, late_credit: 150, approval_limits: [0, 400] } },
  });
  renderPage(about, { path: '/about' });
  expect((await screen.findByText('Models')).parentElement?.textContent).toBe('Models68');
  expect(screen.getByText('We are more than 45 minutes late')).toBeTruthy();
  expect(screen.getByText('₹150 credit, and you may move the booking free')).toBeTruthy();
  expect(screen.getByText(/^You set a limit of ₹0 or ₹400\. Above it/)).toBeTruthy();
  const privacy = document.getElementById('privacy')?.textContent;
  expect(privacy).toMatch(/What we store when you book/);
  expect(privacy).toMatch(/Signing out ends your sessions on all devices/);
  expect(privacy).toMatch(/errors are always reported/);
  expect(privacy).toMatch(/a cookie with a number from 0 to 99/);
});

test('the blog lists its articles with reading time and date', async () => {
  const post = { slug: 'chain', title: 'Chain care', lead: 'Oil it.', author: 'S. P.', reading_minutes: 5 };
  const backend = fakeBackend({ 'GET /rest/v1/posts': { body: [{ ...post, updated_date: '2026-09-21' }] } });
  renderPage(blog, { path: '/blog' });
  const link = await screen.findByRole('link', { name: /Chain care/ });
  expect(link.getAttribute('href')).toBe('/blog/chain');
  // An article without a drawing of its own has the one of the bench.
  expect(link.querySelector('use')?.getAttribute('href')).toMatch(/\.svg#bench$/);
  expect(link.textContent).toMatch(/5 min read\. Updated 21.Sep 2026/);
  expect(backend.calls[0]?.query.get('order')).toMatch(/^updated_date\.desc/);
});

test('the blog says when it has no articles', async () => {
  fakeBackend({ 'GET /rest/v1/posts': { body: [] } });
  renderPage(blog, { path: '/blog' });
  expect(await screen.findByRole('heading', { name: 'No articles yet' })).toBeTruthy();
});

test('the install page says that the icon on an iPhone does not share the cart of Safari', async () => {
  renderPage(install, { path: '/install' });
  const line = (await screen.findByText('On iPhone: the cart and the bike you chose in Safari')).closest('li')!;
  expect(line.textContent).toMatch(/^No: /);
});

test('the install page does not promise offline use', async () => {
  renderPage(install, { path: '/install' });
  const line = (await screen.findByText('Working without the internet')).closest('li')!;
  expect(line.textContent).toMatch(/^No: /);
});
