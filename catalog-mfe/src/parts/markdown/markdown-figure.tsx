import spriteUrl from './figures.svg';
import styles from './markdown-figure.module.css';

/** The diagrams of the sprite. A text names one as an image: `![what it shows](figure:chain-slack "caption")`. */
export const figures = ['bill-split', 'brake-linings', 'chain-slack', 'chain-teeth', 'cvt-belt'] as const;

/** The bundler makes it absolute in browsers and not in Node: a page must contain the same in both. */
const spritePath = spriteUrl.replace(/^\w+:\/\/[^/]+/, '');

/** The diagram that an image's address names; null for another image. */
export function figureNamed(href: string): (typeof figures)[number] | null {
  return figures.find((name) => href === `figure:${name}`) ?? null;
}

export interface MarkdownFigureProps {
  name: (typeof figures)[number];
  /** What it shows, for those who do not see it. */
  label: string;
  caption: string | null | undefined;
}

/** A diagram in a text, in the inks of the page. */
export function MarkdownFigure({ name, label, caption }: MarkdownFigureProps) {
  return (
    <figure className={styles.figure}>
      <svg className={styles.drawing} viewBox="0 0 360 180" role="img" aria-label={label}>
        <use href={`${spritePath}#${name}`} />
      </svg>
      {caption && <figcaption className={styles.caption}>{caption}</figcaption>}
    </figure>
  );
}
