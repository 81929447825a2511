import { useLocation, useNavigationType } from '@twostroke/shared/router';
import { HydrateLater } from '@twostroke/shared/ui/hydrate-later';
import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from 'react';

const IsBelow = createContext(false);

/** Keeps what follows the page out of the first screen. */
const keepsBelow = { minBlockSize: '100vh' };

/**
 * What a phone shows only after scrolling. When a link leads to the page, it is rendered once the first screen has been
 * drawn. It is part of the first rendering in a served document, where it is hydrated last, of a page that the visitor
 * goes back to and that opens where it was left, and of an address with a fragment.
 */
export function BelowFirstScreen({ children }: { children: ReactNode }) {
  const { hash } = useLocation();
  const comesByLink = useNavigationType() !== 'POP' && !hash;
  const isBelow = useContext(IsBelow);
  const [isShown, show] = useState(isBelow || !comesByLink);
  useEffect(() => {
    if (!isShown) return whenDrawn(() => startTransition(() => show(true)));
  }, [isShown]);
  if (isBelow) return children;
  if (!isShown) return <div style={keepsBelow} />;
  return (
    <HydrateLater>
      <IsBelow value>{children}</IsBelow>
    </HydrateLater>
  );
}

/** Calls back in the task after the next frame. @returns forgets it */
function whenDrawn(draw: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => (timer = setTimeout(draw)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
