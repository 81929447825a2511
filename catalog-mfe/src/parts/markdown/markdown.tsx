import type { ReactNode } from 'react';
import type { Token, Tokens } from 'marked';
import { classList } from '@twostroke/shared/ui/class-list';
import { renderInline } from './markdown-inline.tsx';
import { headingsOf, plainText, type MarkdownHeading, type MarkdownText } from '../../model/markdown-source.ts';
import { figureNamed, MarkdownFigure } from './markdown-figure.tsx';
import { MarkdownTable } from './markdown-table.tsx';
import styles from './markdown.module.css';

export interface MarkdownProps {
  /** From a loader, which parses the source with loadMarkdownParser. */
  text: MarkdownText;
  /** Paragraphs closer together, for an answer or a note. */
  compact?: boolean;
  className?: string;
}

/** A Markdown text as React elements: no HTML string is ever made, raw HTML in the source is shown as text. */
export function Markdown({ text, compact, className }: MarkdownProps) {
  return (
    <div className={classList(styles.text, compact && styles.compact, className)}>
      {renderBlocks(text, headingsOf(text))}
    </div>
  );
}

type Headings = ReadonlyMap<Token, MarkdownHeading>;

function renderBlocks(tokens: readonly Token[], headings: Headings): ReactNode {
  return tokens.map((token, index) => <Block key={index} token={token} headings={headings} />);
}

function Block({ token, headings }: { token: Token; headings: Headings }): ReactNode {
  switch (token.type) {
    case 'heading': {
      const heading = headings.get(token);
      const Tag = `h${heading?.level ?? 4}` as const;
      return <Tag id={heading?.id}>{renderInline(token.tokens)}</Tag>;
    }
    case 'paragraph': {
      const figure = figureOf(token as Tokens.Paragraph);
      if (figure) return figure;
      return <p>{renderInline(token.tokens)}</p>;
    }
    case 'list':
      return <List list={token as Tokens.List} headings={headings} />;
    case 'blockquote':
      return <blockquote>{renderBlocks((token as Tokens.Blockquote).tokens, headings)}</blockquote>;
    case 'code':
      return (
        <pre>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case 'table':
      return <MarkdownTable table={token as Tokens.Table} />;
    case 'hr':
      return <hr />;
    case 'html':
      return <p>{(token as Tokens.HTML).text}</p>;
    case 'space':
    case 'def':
      return null;
    default:
      return renderInline([token]);
  }
}

/** A paragraph of nothing but an image that names a diagram. */
function figureOf({ tokens: [first, ...others] }: Tokens.Paragraph): ReactNode {
  if (first?.type !== 'image' || others.length > 0) return null;
  const { href, text, title } = first as Tokens.Image;
  const name = figureNamed(href);
  return name && <MarkdownFigure name={name} label={text} caption={title} />;
}

function List({ list, headings }: { list: Tokens.List; headings: Headings }) {
  const items = list.items.map((item, index) => <li key={index}>{renderBlocks(item.tokens, headings)}</li>);
  return list.ordered ? <ol start={list.start || undefined}>{items}</ol> : <ul>{items}</ul>;
}

/** The headings of a text in order, for a TableOfContents; ids are those Markdown gives them. */
export function tableOfContents(text: MarkdownText): MarkdownHeading[] {
  return [...headingsOf(text).values()];
}

/** A text as plain words without any marks, block by block: for structured data and previews. */
export function markdownWords(text: MarkdownText): string {
  return wordsOfBlocks(text).join(' ');
}

function wordsOfBlocks(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'list') return (token as Tokens.List).items.flatMap((item) => wordsOfBlocks(item.tokens));
    if (token.type === 'table') return wordsOfTable(token as Tokens.Table);
    return plainText([token]).trim() || [];
  });
}

/** "Window: 9–11 am; free until: 7 am." for each row, so that each value keeps its column heading. */
function wordsOfTable({ header, rows }: Tokens.Table): string[] {
  const heads = header.map((cell) => plainText(cell.tokens));
  return rows.map((row) => {
    const cells = row.map((cell, index) => [heads[index], plainText(cell.tokens)].filter(Boolean).join(': '));
    return `${cells.join('; ')}.`;
  });
}
