import { Anchor } from '@twostroke/shared/ui/anchor';
import { Fragment, type ReactNode } from 'react';
import styles from './short-answer.module.css';

const marks = /\[([^\]]+)\]\(([^)\s]+)\)|\*\*?([^*]+)\*\*?/g;

/**
 * A short Markdown answer of plain paragraphs with links and emphasis. The whole Markdown renderer would weigh more
 * than the page, so answers with lists or tables belong on the FAQ page.
 */
export function ShortAnswer({ source }: { source: string }) {
  const paragraphs = source.split(/\n{2,}/).filter((text) => text.trim() !== '');
  return (
    <div className={styles.answer}>
      {paragraphs.map((text, index) => (
        <p key={index}>{inline(text)}</p>
      ))}
    </div>
  );
}

function inline(text: string) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    const [whole, label, href, stressed] = match;
    parts.push(text.slice(end, match.index));
    parts.push(href ? <Anchor to={href}>{label}</Anchor> : <em>{stressed}</em>);
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>);
}
