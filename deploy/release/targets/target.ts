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
   * @returns the number of files sent
   */
  pushDocuments(siteFolder: string, generation: string): Promise<number>;
  writeText(path: string, text: string): Promise<void>;
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
