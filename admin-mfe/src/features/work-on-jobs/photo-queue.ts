/** A photo on this phone that Storage does not have yet. */
export interface WaitingPhoto {
  /** `<booking>/<subject>/<photo>.webp`: with the name, sending it again makes no second photo. */
  path: string;
  photo: Blob;
  /** Why Storage rejected it. It is not sent again by itself. */
  problem?: string;
}

/** Where waiting photos are kept: they survive the end of the page. */
export interface PhotoStore {
  read: () => Promise<WaitingPhoto[]>;
  write: (photos: WaitingPhoto[]) => Promise<void>;
}

/** What became of an upload; waits: there was no network, or no answer. */
export type UploadOutcome = 'stored' | 'waits' | { problem: string };

export interface PhotoQueue {
  /** The oldest first. */
  waiting: () => readonly WaitingPhoto[];
  subscribe: (listener: () => void) => () => void;
  add: (path: string, photo: Blob) => Promise<void>;
  /** Sends what waits, one after the other, until one meets no network. */
  flush: () => Promise<void>;
  drop: (path: string) => Promise<void>;
}

export interface PhotoQueueParts {
  store: PhotoStore;
  upload: (path: string, photo: Blob) => Promise<UploadOutcome>;
  /** Called when a photo has arrived. */
  onStored: (path: string) => void;
}

/** Photos of the floor: kept on the phone first, then sent, each until Storage has answered it. */
export function createPhotoQueue({ store, upload, onStored }: PhotoQueueParts): PhotoQueue {
  const listeners = new Set<() => void>();
  let photos: readonly WaitingPhoto[] = [];
  let sending: Promise<void> | null = null;
  const known = store.read().then(
    (kept) => show([...kept, ...photos]),
    () => undefined, // the browser blocks its database: photos wait in this page alone
  );

  function show(next: readonly WaitingPhoto[]): void {
    photos = next;
    for (const listener of listeners) listener();
  }
  async function change(next: readonly WaitingPhoto[]): Promise<void> {
    show(next);
    await store.write([...next]).catch(() => undefined);
  }
  async function sendAll(): Promise<void> {
    await known;
    for (;;) {
      const next = photos.find(({ problem }) => problem === undefined);
      if (!next) return;
      const outcome = await upload(next.path, next.photo);
      if (outcome === 'waits') return;
      if (outcome === 'stored') {
        onStored(next.path);
        await change(photos.filter(({ path }) => path !== next.path));
      } else await change(photos.map((each) => (each.path === next.path ? { ...each, ...outcome } : each)));
    }
  }

  const queue: PhotoQueue = {
    waiting: () => photos,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async add(path, photo) {
      await known;
      await change([...photos, { path, photo }]);
      void queue.flush();
    },
    flush() {
      sending ??= sendAll().finally(() => {
        sending = null;
      });
      return sending;
    },
    drop: (gone) => change(photos.filter(({ path }) => path !== gone)),
  };
  return queue;
}
