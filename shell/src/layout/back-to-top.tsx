import { up } from '@twostroke/shared/ui/icons';
import { Icon } from '@twostroke/shared/ui/icon';
import { useEffect, useState } from 'react';
import styles from './back-to-top.module.css';

/** Pixels scrolled before the button appears. */
export const BACK_TO_TOP_AFTER_PX = 400;

/** Shown past 400 px, in a place of its own: a bar at the bottom of the screen, or the gutter of a wide one. */
export function BackToTop() {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const onScroll = (): void => setVisible(window.scrollY > BACK_TO_TOP_AFTER_PX);
    onScroll();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  if (!visible) return null;
  const toTop = (): void => {
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: calm ? 'auto' : 'smooth' });
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className={styles.bar} />
      <button type="button" className={styles.button} onClick={toTop} aria-label="Back to top">
        <Icon path={up} />
      </button>
    </>
  );
}
