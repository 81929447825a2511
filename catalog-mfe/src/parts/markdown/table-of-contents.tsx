import { Heading } from '@twostroke/shared/ui/heading';
import styles from './table-of-contents.module.css';

export interface TableOfContentsProps {
  /** From `tableOfContents(source)` of `markdown`. */
  headings: readonly { id: string; text: string; level: number }[];
  title?: string;
}

/** "On this page": links to the headings of level 2. */
export function TableOfContents({ headings, title = 'On this page' }: TableOfContentsProps) {
  return (
    <nav aria-label={title}>
      <Heading level={2} size="m">
        {title}
      </Heading>
      <ol className={styles.list}>
        {headings
          .filter((heading) => heading.level === 2)
          .map((heading) => (
            <li key={heading.id}>
              <a href={`#${heading.id}`}>{heading.text}</a>
            </li>
          ))}
      </ol>
    </nav>
  );
}
