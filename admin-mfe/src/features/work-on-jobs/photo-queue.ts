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

export type EditPhotos = (photos: readonly WaitingPhoto[]) => WaitingPhoto[];

/** Where waiting photos are kept: they survive the end of the page. */
export interface PhotoStore {
  read: () => Promise<WaitingPhoto[]>;
  /** Reads, changes and writes in one step, so that two tabs keep each other's photos. @returns what is kept now */
  change: (edit: EditPhotos) => Promise<WaitingPhoto[]>;
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
  /** Sends a rejected photo again: what was in its way may be gone. */
  again: (path: string) => Promise<void>;
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
  /** One change after the other: an older answer of the store never replaces a newer one. */
  let changing: Promise<void> = Promise.resolve();
  function change(edit: EditPhotos): Promise<void> {
    show({ photos: edit(state.photos) });
    changing = changing
      .then(() => store.change(edit))
      .then(
        (photos) => show({ photos }),
        () => undefined,
      );
    return changing;
  }
  const withProblem =
    (of: string, problem?: string): EditPhotos =>
    (photos) =>
      photos.map(({ problem: before, ...photo }) => {
        const words = photo.path === of ? problem : before;
        return words === undefined ? photo : { ...photo, problem: words };
      });
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
      } else await change(withProblem(next.path, outcome.problem));
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
      await change((photos) => [...photos, photo]);
      void queue.flush();
    },
    async again(path) {
      await change(withProblem(path));
      void queue.flush();
    },
    flush() {
      sending ??= sendAll().finally(() => {
        sending = null;
      });
      return sending;
    },
    drop: (gone) => change((photos) => photos.filter(({ path }) => path !== gone)),
  };
  return queue;
}
