/** A photo on this phone that Storage does not have yet. */
export interface WaitingPhoto {
  /** `<booking>/<subject>/<photo>.webp`: with the name, sending it again makes no second photo. */
  path: string;
  photo: Blob;
  /** What people read about it: "MH 12 ZZ 0042, Check-in". Earlier versions of the page wrote none. */
  label?: string;
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

export interface PhotoQueueState {
  /** The oldest first. */
  photos: readonly WaitingPhoto[];
  /** The last attempt met no network. */
  offline: boolean;
}

export interface PhotoQueue {
  state: () => PhotoQueueState;
  subscribe: (listener: () => void) => () => void;
  add: (photo: WaitingPhoto) => Promise<void>;
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
  let state: PhotoQueueState = { photos: [], offline: false };
  let sending: Promise<void> | null = null;
  const known = store.read().then(
    (photos) => show({ photos }),
    () => undefined, // the browser blocks its database: photos wait in this page alone
  );

  function show(next: Partial<PhotoQueueState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }
  async function change(photos: readonly WaitingPhoto[]): Promise<void> {
    show({ photos });
    await store.write([...photos]).catch(() => undefined);
  }
  function setOffline(offline: boolean): void {
    if (offline !== state.offline) show({ offline });
  }
  async function sendAll(): Promise<void> {
    await known;
    for (;;) {
      const next = state.photos.find(({ problem }) => problem === undefined);
      if (!next) return setOffline(false);
      const outcome = await upload(next.path, next.photo);
      if (outcome === 'waits') return setOffline(true);
      setOffline(false);
      if (outcome === 'stored') {
        onStored(next.path);
        await queue.drop(next.path);
      } else await change(state.photos.map((each) => (each.path === next.path ? { ...each, ...outcome } : each)));
    }
  }

  const queue: PhotoQueue = {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async add(photo) {
      await known;
      await change([...state.photos, photo]);
      void queue.flush();
    },
    flush() {
      sending ??= sendAll().finally(() => {
        sending = null;
      });
      return sending;
    },
    drop: (gone) => change(state.photos.filter(({ path }) => path !== gone)),
  };
  return queue;
}
