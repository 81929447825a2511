import { Fragment, type ReactNode } from 'react';
import type { Token, Tokens } from 'marked';
import { MarkdownLink } from './markdown-link.tsx';
import { decodeEntities } from '../../model/markdown-source.ts';

/** The inside of a paragraph as React elements. Raw HTML is shown as text. */
export function renderInline(tokens: readonly Token[] | undefined): ReactNode {
  return tokens?.map((token, index) => <Fragment key={index}>{inline(token)}</Fragment>);
}

function inline(token: Token): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{renderInline(token.tokens)}</strong>;
    case 'em':
      return <em>{renderInline(token.tokens)}</em>;
    case 'del':
      return <del>{renderInline(token.tokens)}</del>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <MarkdownLink href={(token as Tokens.Link).href}>{renderInline(token.tokens)}</MarkdownLink>;
    case 'image':
      return image(token as Tokens.Image);
    case 'html':
      return (token as Tokens.Tag).text;
    case 'checkbox':
      return null;
    default:
      if ('tokens' in token && token.tokens) return renderInline(token.tokens);
      return 'text' in token && typeof token.text === 'string' ? decodeEntities(token.text) : null;
  }
}

/** Pictures of this site only: the security policy allows no others. */
function image({ href, text }: Tokens.Image): ReactNode {
  return /^\/(?!\/)/.test(href) ? <img src={href} alt={text} loading="lazy" /> : text;
}
