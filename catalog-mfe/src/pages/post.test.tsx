import { vehicleOf } from '@twostroke/shared/domain/vehicle';
import { store, vehicleAtom } from '@twostroke/shared/state';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { screen, within } from '@testing-library/react';
import * as page from './post.tsx';

const line = (slug: string, updated_date: string) => ({
  slug,
  title: `About ${slug}`,
  lead: 'A lead.',
  author: 'Sagar Pawale',
  reading_minutes: 5,
  updated_date,
});
const lines = [line('newest', '2026-09-21'), line('chain', '2026-09-08'), line('oldest', '2026-01-01')];
const article = {
  ...lines[1],
  body_md: 'Hello.\n\n## What you need\n\nA rag.\n\n### Gloves\n\n## Measure the slack\n\nWith a ruler.',
  package_slug: 'chain-cleaning',
};
const service = {
  slug: 'chain-cleaning',
  category_slug: 'chain-and-drive',
  name: 'Chain Cleaning & Lubrication',
  short_name: 'Chain Cleaning',
  summary: 'Degrease, dry, lube',
  lead: '',
  minutes: 30,
  modes: ['doorstep', 'pickup', 'workshop'],
  drive: 'chain',
  price_is_from: false,
  two_day: false,
  package_prices: [
    { price_class: 'C1', price: 199 },
    { price_class: 'C3', price: 349 },
  ],
};
const offer = { ...service, package_slug: 'chain-cleaning', price: 349, minutes: 45 };
const classic = vehicleOf(
  { slug: 'royal-enfield', name: 'Royal Enfield' },
  { slug: 'classic-350', name: 'Classic 350', body: 'cruiser' },
);

function backend(offers: unknown[] = []) {
  fakeBackend({
    'GET /rest/v1/posts': ({ query }) => {
      if (!query.get('select')?.includes('body_md')) return { body: lines };
      return { body: query.get('slug') === 'eq.chain' ? [article] : [] };
    },
    'GET /rest/v1/packages': { body: [service] },
    'GET /rest/v1/model_offers': { body: offers },
  });
}

const open = () => renderPage(page, { path: '/blog/:slug', url: '/blog/chain' });

afterEach(() => store.set(vehicleAtom, null));

test('lists the parts of the article, its author and date', async () => {
  backend();
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'About chain' })).toBeTruthy();
  const [contents] = screen.getAllByRole('navigation', { name: 'On this page' });
  expect(
    within(contents!)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['#what-you-need', '#measure-the-slack']);
  expect(document.getElementById('measure-the-slack')?.textContent).toBe('Measure the slack');
  expect(screen.getByText(/By Sagar Pawale\. 5 min read\./).textContent).toMatch(/Updated 8.Sep 2026/);
});

test('links to the next two articles, wrapping around at the end', async () => {
  backend();
  open();
  const onward = (await screen.findAllByRole('link', { name: /^About/ })).map((link) => link.getAttribute('href'));
  expect(onward).toEqual(['/blog/oldest', '/blog/newest']);
});

test('offers the service from its lowest price while there is no bike', async () => {
  backend();
  open();
  const card = await screen.findByRole('region', { name: 'Chain Cleaning' });
  expect(card.textContent).toMatch(/from ₹199/);
  expect(within(card).getByRole('link').getAttribute('href')).toBe('/services/chain-cleaning');
});

test('offers the service at the price of the chosen bike', async () => {
  backend([offer]);
  store.set(vehicleAtom, classic);
  open();
  const link = await screen.findByRole('link', { name: 'Book for your Classic 350' });
  expect(link.getAttribute('href')).toBe('/services/royal-enfield/classic-350/chain-cleaning');
  expect(screen.getByRole('region', { name: 'Chain Cleaning' }).textContent).toMatch(/₹349/);
});

test('says when the bike cannot have the service', async () => {
  backend([]);
  store.set(vehicleAtom, classic);
  open();
  expect(await screen.findByText('We don’t offer this for your Classic 350.')).toBeTruthy();
});

test('an unknown article is a 404', async () => {
  backend();
  const request = new Request('http://site.test/blog/nothing');
  const answer = page.loader({ params: { slug: 'nothing' }, request } as never);
  await expect(answer).rejects.toMatchObject({ status: 404 });
});

test('describes itself as an article to search engines', async () => {
  backend();
  const data = await page.loader({ params: { slug: 'chain' }, request: new Request('http://site.test/') } as never);
  expect(page.handle.jsonLd?.(data as never)).toMatchObject({
    '@type': 'BlogPosting',
    headline: 'About chain',
    author: { name: 'Sagar Pawale' },
    dateModified: '2026-09-08',
  });
});
