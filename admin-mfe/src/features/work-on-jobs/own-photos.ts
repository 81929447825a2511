import { loadSupabase } from '@twostroke/shared/client';
import { sessionAtom, store } from '@twostroke/shared/state';
import { get, update } from 'idb-keyval';
import { createPhotoQueue, type PhotoQueue, type UploadOutcome, type WaitingPhoto } from './photo-queue.ts';

const queues = new Map<string, PhotoQueue>();
const listeners = new Set<(path: string) => void>();

/** The photos of the account that is signed in, as long as the tab lives. */
export function ownPhotos(): PhotoQueue {
  const session = store.get(sessionAtom);
  const account = session.status === 'signed-in' ? session.user.id : 'signed-out';
  const known = queues.get(account);
  if (known) return known;
  const key = `twostroke.floor-photos.${account}`;
  const queue = createPhotoQueue({
    store: {
      read: async () => (await get<WaitingPhoto[]>(key)) ?? [],
      async change(edit) {
        let kept: WaitingPhoto[] = [];
        await update<WaitingPhoto[]>(key, (before) => (kept = edit(before ?? [])));
        return kept;
      },
    },
    upload,
    onStored: (path) => {
      for (const listener of listeners) listener(path);
    },
  });
  queues.set(account, queue);
  return queue;
}

/** Forgets the queues of this tab. For tests. */
export const forgetPhotos = (): void => queues.clear();

/** Calls back with each photo that has arrived. Returns a function that stops listening. */
export function onPhotoStored(listener: (path: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const problems: Readonly<Record<string, string>> = {
  '403':
    'It can’t be added: there are 8 photos of this already, the job is no longer yours, it was cancelled, or the bike was handed over more than 2 days ago.',
  '413': 'It is too large.',
  '415': 'It is not a photo that can be stored.',
  '422': 'It is not a photo that can be stored.',
};

async function upload(path: string, photo: Blob): Promise<UploadOutcome> {
  try {
    const { storage } = await loadSupabase();
    const { error } = await storage.from('job-photos').upload(path, photo, { contentType: photo.type });
    if (!error) return 'stored';
    // It was sent before, and the answer got lost.
    if (error.statusCode === '409') return 'stored';
    const status = Number(error.statusCode ?? error.status ?? 0);
    if (status === 0 || status === 401 || status === 429 || status >= 500) return 'waits';
    return { problem: problems[String(status)] ?? 'It was rejected.' };
  } catch {
    return 'waits';
  }
}
