import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { screen } from '@testing-library/react';
import * as page from './reviews.tsx';

const review = (id: number, is_sample: boolean) => ({
  id,
  name: `Rider ${id}`,
  stars: 5,
  body: 'Good.',
  is_sample,
  areas: { slug: 'camp', name: 'Camp' },
  models: { name: 'Unicorn' },
});

test('says at the top and on each card that reviews are samples', async () => {
  fakeBackend({ 'GET /rest/v1/reviews': { body: [review(1, true), review(2, true)] } });
  renderPage(page, { path: '/reviews' });
  expect(await screen.findByText('These are samples.')).toBeTruthy();
  expect(screen.getAllByText('Sample review')).toHaveLength(2);
});

test('a real review has no such mark', async () => {
  fakeBackend({ 'GET /rest/v1/reviews': { body: [review(1, false)] } });
  renderPage(page, { path: '/reviews' });
  await screen.findByText('Good.');
  expect(screen.queryByText('Sample review')).toBeNull();
  expect(screen.queryByText(/samples/)).toBeNull();
});

test('without reviews it says so', async () => {
  fakeBackend({ 'GET /rest/v1/reviews': { body: [] } });
  renderPage(page, { path: '/reviews' });
  expect(await screen.findByRole('heading', { name: 'No reviews yet' })).toBeTruthy();
});
