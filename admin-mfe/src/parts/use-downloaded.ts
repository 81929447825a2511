import { importOnline } from '@twostroke/shared/client';
import { useEffect, useEffectEvent, useState } from 'react';

/** A part of the page that is downloaded when it is first wanted; null until then. */
export function useDownloaded<Part>(wanted: boolean, load: () => Promise<Part>): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  const download = useEffectEvent(async () => {
    try {
      const loaded = await importOnline(load);
      setPart(() => loaded);
    } catch {
      // Without a network it is tried again when it is next wanted.
    }
  });
  const missing = wanted && part === null;
  useEffect(() => {
    if (missing) void download();
  }, [missing]);
  return part;
}
