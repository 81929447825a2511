import { useEffect, useRef } from 'react';
import styles from './form-problem.module.css';
import { Note } from './note';

/** Why a form was rejected, at its top: announced, and focused so that it is in view. Nothing without a sentence. */
export function FormProblem({ sentence }: { sentence: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sentence) box.current?.focus();
  }, [sentence]);
  if (!sentence) return null;
  return (
    <div ref={box} tabIndex={-1} role="alert" className={styles.box}>
      <Note tone="stop">
        <p>{sentence}</p>
      </Note>
    </div>
  );
}
