import type { MarkdownText } from '../../model/markdown-source.ts';

/**
 * Loads the Markdown parser. For a page's loader, in parallel with reading the text: a prerendered page has its texts
 * parsed already and never downloads these 13 kB.
 */
export async function loadMarkdownParser(): Promise<(source: string) => MarkdownText> {
  const { lexer } = await import('marked');
  return (source) => withoutSource(lexer(source));
}

/** The lexer repeats the source at every level; only the words at the leaves are shown. */
function withoutSource(text: MarkdownText): MarkdownText {
  return JSON.parse(JSON.stringify(text, leaveOutSource)) as MarkdownText;
}

function leaveOutSource(this: { tokens?: unknown; type?: unknown }, key: string, value: unknown): unknown {
  const repeated = key === 'raw' || (key === 'text' && this.tokens !== undefined && this.type !== 'image');
  return repeated ? undefined : value;
}
