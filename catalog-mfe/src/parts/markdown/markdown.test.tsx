import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render, screen, within } from '@testing-library/react';
import { RouterProvider } from '@twostroke/shared/router';
import { createMemoryRouter } from '@twostroke/shared/router/memory';
import { loadMarkdownParser } from './load-markdown-parser.ts';
import type { MarkdownText } from '../../model/markdown-source.ts';
import { figures } from './markdown-figure.tsx';
import { Markdown, markdownWords, tableOfContents } from './markdown.tsx';

let parse: (source: string) => MarkdownText;

beforeAll(async () => {
  parse = await loadMarkdownParser();
});

function show(source: string): HTMLElement {
  const router = createMemoryRouter([{ path: '*', element: <Markdown text={parse(source)} /> }]);
  return render(<RouterProvider router={router} />).container;
}

test('raw HTML is shown as text', () => {
  const text = show('Hello <img src=x onerror="alert(1)"> you\n\n<script>alert(2)</script>\n\n<b onclick="x">bold</b>');
  expect(text.querySelector('img, script, b')).toBeNull();
  expect(text.textContent).toContain('<img src=x onerror="alert(1)">');
  expect(text.textContent).toContain('<script>alert(2)</script>');
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '//evil.example',
  'relative.html',
])('a link to %s becomes plain text', (address) => {
  show(`See [the price](<${address}>).`);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText(/the price/)).toBeTruthy();
});

test('links keep their address; those to other sites get no opener', () => {
  show('[bikes](/bikes), [out](https://example.com/a?b=1&c=2), [call](tel:+919000000010)');
  expect(screen.getByRole('link', { name: 'bikes' }).getAttribute('href')).toBe('/bikes');
  expect(screen.getByRole('link', { name: 'out' }).getAttribute('href')).toBe('https://example.com/a?b=1&c=2');
  expect(screen.getByRole('link', { name: 'out' }).getAttribute('rel')).toBe('noopener');
  expect(screen.getByRole('link', { name: 'call' }).getAttribute('href')).toBe('tel:+919000000010');
});

test('pictures of other sites become plain text', () => {
  show('![Chain](/chain.png) ![Spy](https://example.com/p.gif)');
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual(['/chain.png']);
  expect(screen.getByText(/Spy/)).toBeTruthy();
});

test('an image alone in its paragraph that names a diagram is drawn, with its alternative and caption', () => {
  const text = show('Slack:\n\n![A chain](figure:chain-slack "At the middle.")\n\nThen ![None](figure:none) more.');
  const figure = within(screen.getByRole('figure'));
  expect(figure.getByRole('img', { name: 'A chain' }).querySelector('use')?.getAttribute('href')).toMatch(
    /\.svg#chain-slack$/,
  );
  expect(figure.getByText('At the middle.').tagName).toBe('FIGCAPTION');
  expect(text.querySelector('p figure')).toBeNull();
  expect(screen.getByText('Then None more.')).toBeTruthy();
});

test('every diagram is in the sprite, and no other', () => {
  const sprite = readFileSync(join(__dirname, 'figures.svg'), 'utf8');
  const drawn = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
  expect(drawn.sort()).toEqual([...figures]);
});

test("headings get ids, repeated ones a number, and level 1 stays the page's", () => {
  const source = '# Chain care\n\n## What you need\n\n### Lube & rag\n\n## What you need';
  const text = show(source);
  expect([...text.querySelectorAll('h1, h2, h3')].map((heading) => `${heading.tagName} ${heading.id}`)).toEqual([
    'H2 chain-care',
    'H2 what-you-need',
    'H3 lube-rag',
    'H2 what-you-need-2',
  ]);
  expect(tableOfContents(parse(source))[2]).toEqual({ id: 'lube-rag', text: 'Lube & rag', level: 3 });
});

test('tables scroll in their own frame', () => {
  show('| Part | Price |\n|---|---:|\n| Chain | **₹349** |');
  const table = screen.getByRole('table');
  expect(table.parentElement?.className).toBe('scroll');
  expect(within(table).getByRole('columnheader', { name: 'Price' }).className).toBe('right');
  expect(within(table).getByText('₹349').tagName).toBe('STRONG');
});

test('under an empty head, the first cells of a table are headings of its rows', () => {
  show('| | Gate | Workshop |\n|---|---|---|\n| Puncture | yes | yes |');
  expect(screen.getByRole('rowheader', { name: 'Puncture' })).toBeTruthy();
  show('| Part | Price |\n|---|---|\n| Chain | ₹349 |');
  expect(screen.queryByRole('rowheader', { name: 'Chain' })).toBeNull();
});

test('renders lists, emphasis and entities', () => {
  const text = show('3. Push\n4. Read `slack` &amp; *note* it\n\n- [x] done\n\n> Too tight is worse.');
  expect(text.querySelector('ol')?.getAttribute('start')).toBe('3');
  expect(text.querySelector('ol')?.textContent).toBe('PushRead slack & note it');
  expect(text.querySelector('code')?.textContent).toBe('slack');
  expect(text.querySelector('ul')?.textContent).toContain('done');
  expect(text.querySelector('blockquote')?.textContent).toBe('Too tight is worse.');
});

test('plain text keeps links, lists and tables readable', () => {
  const source =
    '**Yes**, see [prices](/bikes).\n\n- one\n- two\n\n| Window | Free until |\n|---|---|\n| 9–11 am | 7 am |';
  expect(markdownWords(parse(source))).toBe('Yes, see prices. one two Window: 9–11 am; Free until: 7 am.');
});

test("a parsed text does not repeat its source, because it is stored in the page's document", () => {
  expect(parse('## Chain\n\nOil the **chain**.')).toEqual([
    { type: 'heading', depth: 2, tokens: [{ type: 'text', text: 'Chain', escaped: false }] },
    { type: 'space' },
    {
      type: 'paragraph',
      tokens: [
        { type: 'text', text: 'Oil the ', escaped: false },
        { type: 'strong', tokens: [{ type: 'text', text: 'chain', escaped: false }] },
        { type: 'text', text: '.', escaped: false },
      ],
    },
  ]);
});
