/** A file at a target. */
export interface StoredFile {
  /** Relative to the site folder. */
  path: string;
  bytes: number;
  /** When it was written, as far as the target tells: in milliseconds since 1970. */
  modifiedAt: number;
}

/** A place that a site is pushed to, and that the next release starts from. Paths are relative to the site folder. */
export interface Target {
  /** How people call it. */
  readonly name: string;
  /** Why no canary can run there; null where one can. */
  readonly refusesCanary: string | null;
  /** Text of a file, or null when there is none. Rejects when the target does not answer. */
  readText(path: string): Promise<string | null>;
  /** Fetches all files of a folder. Rejects when there is none. */
  pullFolder(path: string, to: string): Promise<void>;
  /**
   * Sends a folder that never changes, unless it is there. Rejects when a file could not be sent.
   * @returns the number of files sent
   */
  pushRelease(path: string, from: string): Promise<number>;
  /**
   * Sends the documents of a generation and makes them the live ones.
   * @param requireLease throws when somebody else may be at work there by now; asked before anything that visitors see
   * @returns the number of files sent
   */
  pushDocuments(siteFolder: string, generation: string, requireLease: () => void): Promise<number>;
  /** Whoever reads meanwhile gets the old text or the new one. */
  writeText(path: string, text: string): Promise<void>;
  /** All files below a folder; none where there is no such folder. */
  list(folder: string): Promise<StoredFile[]>;
  /** Takes a file away, if it is there. */
  removeFile(path: string): Promise<void>;
  /** Takes a folder away, if it is there. Broken off, it leaves what a later push of the same folder makes whole. */
  removeFolder(path: string): Promise<void>;
  /** Hands over every document that visitors may be answered with, those of former generations too. */
  readDocuments(visit: (text: string) => void): Promise<void>;
  /**
   * Puts the live record in the place of the one that was seen (null: of none).
   * @throws LiveRecordChangedError when another one is there now
   */
  replaceLive(text: string, seen: string | null): Promise<void>;
}

/** Somebody else released at the same time. */
export class LiveRecordChangedError extends Error {
  constructor(target: string) {
    super(`Somebody else has released to ${target} meanwhile. Pull, and release again.`);
    this.name = 'LiveRecordChangedError';
  }
}
