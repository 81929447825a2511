import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as page from './faq.tsx';

const rows = [
  { id: 1, topic: 'Booking', question: 'How do I book?', answer_md: 'Choose your [bike](/bikes).' },
  { id: 2, topic: 'Prices and payment', question: 'Is the price final?', answer_md: '**Yes.**' },
  { id: 15, topic: 'Booking', question: 'Can someone else hand over the bike?', answer_md: 'Yes.' },
];

beforeEach(() => {
  fakeBackend({ 'GET /rest/v1/faqs': { body: rows } });
  Element.prototype.scrollIntoView = jest.fn();
});

test('groups the questions by topic, each with its own address', async () => {
  renderPage(page, { path: '/faq' });
  const booking = await screen.findByRole('region', { name: 'Booking' });
  expect(
    within(booking)
      .getAllByRole('heading', { level: 3 })
      .map((heading) => heading.textContent),
  ).toEqual(['How do I book?', 'Can someone else hand over the bike?']);
  expect(document.getElementById('faq-15')?.tagName).toBe('DETAILS');
  expect(screen.getByRole('link', { name: /Prices and payment/ }).getAttribute('href')).toBe('#prices-and-payment');
});

test('typed words leave the questions that have them, and their number is announced', async () => {
  renderPage(page, { path: '/faq' });
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Find a question' }), 'CHOOSE bike');
  expect(screen.getByText('1 question').getAttribute('role')).toBe('status');
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'How do I book?',
  ]);
  await userEvent.type(screen.getByRole('searchbox'), ' elephant');
  expect(screen.getByText(/^No question has these words\./)).toBeTruthy();
});

test('opens the question in the address', async () => {
  renderPage(page, { path: '/faq', url: '/faq#faq-2' });
  await screen.findByRole('region', { name: 'Booking' });
  expect(document.querySelector<HTMLDetailsElement>('#faq-2')?.open).toBe(true);
  expect(document.querySelector<HTMLDetailsElement>('#faq-1')?.open).toBe(false);
  expect(document.activeElement?.textContent).toBe('Is the price final?');
});

test('provides questions and answers as plain words for search engines', async () => {
  const faqs = await page.loader();
  expect(page.handle.jsonLd?.(faqs as never)).toMatchObject({
    '@type': 'FAQPage',
    mainEntity: [
      { '@type': 'Question', name: 'How do I book?', acceptedAnswer: { text: 'Choose your bike.' } },
      { name: 'Is the price final?', acceptedAnswer: { text: 'Yes.' } },
      { name: 'Can someone else hand over the bike?' },
    ],
  });
});
