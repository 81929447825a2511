import { Disclosure } from '@twostroke/shared/ui/disclosure';
import styles from './folded-contents.module.css';

export interface FoldedContentsProps {
  headings: readonly { id: string; text: string; level: number }[];
}

/** The table of contents on a phone: collapsed, so that it does not push the text off the screen. */
export function FoldedContents({ headings }: FoldedContentsProps) {
  return (
    <nav aria-label="On this page" className={styles.contents}>
      <Disclosure summary="On this page">
        <ol className={styles.list}>
          {headings
            .filter(({ level }) => level === 2)
            .map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
        </ol>
      </Disclosure>
    </nav>
  );
}
