import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { screen } from '@testing-library/react';
import * as about from './about.tsx';
import * as blog from './blog.tsx';
import * as install from './install.tsx';

test('about counts what is in the catalog and has the privacy part to link to', async () => {
  const rows = (count: number) => ({ body: Array.from({ length: count }, (_, index) => ({ slug: `row-${index}` })) });
  fakeBackend({
    'GET /rest/v1/brands': rows(6),
    'GET /rest/v1/models': rows(68),
    'GET /rest/v1/packages': rows(22),
    'GET /rest/v1/areas': rows(12),
  });
  renderPage(about, { path: '/about' });
  expect((await screen.findByText('Models')).parentElement?.textContent).toBe('Models68');
  expect(document.getElementById('privacy')?.textContent).toMatch(/What we store when you book/);
});

test('the blog lists its articles with reading time and date', async () => {
  const post = { slug: 'chain', title: 'Chain care', lead: 'Oil it.', author: 'S. P.', reading_minutes: 5 };
  const backend = fakeBackend({ 'GET /rest/v1/posts': { body: [{ ...post, updated_date: '2026-09-21' }] } });
  renderPage(blog, { path: '/blog' });
  const link = await screen.findByRole('link', { name: /Chain care/ });
  expect(link.getAttribute('href')).toBe('/blog/chain');
  expect(link.textContent).toMatch(/5 min read\. Updated 21.Sep 2026/);
  expect(backend.calls[0]?.query.get('order')).toMatch(/^updated_date\.desc/);
});

test('the blog says when there is nothing yet', async () => {
  fakeBackend({ 'GET /rest/v1/posts': { body: [] } });
  renderPage(blog, { path: '/blog' });
  expect(await screen.findByRole('heading', { name: 'No articles yet' })).toBeTruthy();
});

test('the install page promises nothing without the internet', async () => {
  renderPage(install, { path: '/install' });
  const line = (await screen.findByText('Working without the internet')).closest('li')!;
  expect(line.textContent).toMatch(/^No: /);
});
