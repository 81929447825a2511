import { useState, useSyncExternalStore } from 'react';
import { ownPhotos } from './own-photos.ts';
import type { PhotoQueue, PhotoQueueState } from './photo-queue.ts';
import { useFlush } from './use-flush.ts';

/** The photos on this phone. */
export function usePhotos(): PhotoQueueState & { queue: PhotoQueue } {
  const [queue] = useState(ownPhotos);
  return { ...useSyncExternalStore(queue.subscribe, queue.state), queue };
}

/** The photos on this phone, and sends them: on every page of the floor, whether it shows photos or not. */
export function usePhotoQueue(): PhotoQueueState & { queue: PhotoQueue } {
  const photos = usePhotos();
  useFlush(photos.queue);
  return photos;
}
