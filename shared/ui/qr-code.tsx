import { useEffect, useEffectEvent, useState } from 'react';
import styles from './qr-code.module.css';

interface Squares {
  size: number;
  /** The dark squares as one path. */
  dark: string;
}

export interface QrCodeProps {
  text: string;
  label: string;
  /** Called once it is shown, or cannot be. */
  onDrawn?: () => void;
}

/**
 * A text as a QR code for a phone's camera: dark on light in both themes, as cameras expect it. Its renderer loads only
 * here. When that fails nothing is shown, so the caller must show the same as text.
 */
export function QrCode({ text, label, onDrawn }: QrCodeProps) {
  const [squares, setSquares] = useState<Squares | null>(null);
  const drawn = useEffectEvent(() => onDrawn?.());
  useEffect(() => {
    let current = true;
    squaresOf(text).then(
      (found) => current && setSquares(found),
      () => current && drawn(),
    );
    return () => {
      current = false;
    };
  }, [text]);
  useEffect(() => {
    if (squares) drawn();
  }, [squares]);
  const { size = 1, dark } = squares ?? {};
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} aria-busy={!squares}>
      <path className={styles.light} d={`M0 0h${size}v${size}H0z`} />
      {dark && <path className={styles.dark} d={dark} />}
    </svg>
  );
}

async function squaresOf(text: string): Promise<Squares> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size, dark: dark.join('') };
}
