import type { Token, Tokens } from 'marked';

/** A Markdown text parsed into blocks: plain data, which can be stored in a document. Made by loadMarkdownParser. */
export type MarkdownText = readonly Token[];

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};

/** Text tokens keep the few HTML entities an author may write; React escapes text itself, so they are decoded. */
export function decodeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole);
}

/** The words of a token without any marks. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if ('tokens' in token && token.tokens) return plainText(token.tokens);
      return 'text' in token && typeof token.text === 'string' ? decodeEntities(token.text) : '';
    })
    .join('');
}

export interface MarkdownHeading {
  id: string;
  text: string;
  /** 2 to 4: level 1 is the page's own. */
  level: 2 | 3 | 4;
}

/** Ids and levels of all headings, by their token. A repeated heading gets "-2", "-3" after its id. */
export function headingsOf(tokens: readonly Token[]): Map<Token, MarkdownHeading> {
  const seen = new Map<string, number>();
  const headings = new Map<Token, MarkdownHeading>();
  for (const token of tokens) {
    if (token.type !== 'heading') continue;
    const { depth, tokens: inner } = token as Tokens.Heading;
    const text = plainText(inner);
    const base = slugOf(text);
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    const level = depth <= 2 ? 2 : depth === 3 ? 3 : 4;
    headings.set(token, { id: count > 1 ? `${base}-${count}` : base, text, level });
  }
  return headings;
}

function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return slug || 'part';
}
