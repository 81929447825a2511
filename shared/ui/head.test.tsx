import { render } from '@testing-library/react';
import { Head } from './head.tsx';

function meta(name: string): string | null | undefined {
  return document.head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
}

test('title, description and canonical address go into the head of the document', () => {
  render(<Head title="Bikes we service" description="68 models." canonicalPath="/bikes" />);
  expect(document.title).toBe('Bikes we service | Twostroke');
  expect(meta('description')).toBe('68 models.');
  expect(meta('og:title')).toBe('Bikes we service | Twostroke');
  expect(document.head.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe('/bikes');
});

test("a page with noIndex says so, and the site's name is added once", () => {
  render(<Head title="Twostroke, your bike serviced at your gate" noIndex />);
  expect(document.title).toBe('Twostroke, your bike serviced at your gate');
  expect(meta('robots')).toBe('noindex');
});
