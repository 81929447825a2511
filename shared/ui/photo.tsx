import type { ReactNode } from 'react';
import styles from './photo.module.css';

/** A small picture of a photo. @param src null while its address is not known: its place is kept */
export function Photo({ src, alt }: { src: string | null; alt: string }) {
  return src === null ? <span className={styles.photo} /> : <img className={styles.photo} src={src} alt={alt} />;
}

/** Photos side by side, wrapping. Children are list items. */
export function PhotoList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}
