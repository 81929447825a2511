/** A file at a target. */
export interface StoredFile {
  /** Relative to the site folder. */
  path: string;
  bytes: number;
  /** When it was written, as far as the target reports it: in milliseconds since 1970. */
  modifiedAt: number;
}

/** A place that a site is pushed to, and that the next release starts from. Paths are relative to the site folder. */
export interface Target {
  /** Its name in messages. */
  readonly name: string;
  /** The reason why no canary can run there; null where one can. */
  readonly canaryRejection: string | null;
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
   * Sends the documents of a generation and makes them live.
   * @param requireSameRecord rejects when another team has released meanwhile; called before the first document is sent, and
   *    before visitors see a new generation
   * @returns the number of files sent
   */
  pushDocuments(siteFolder: string, generation: string, requireSameRecord: () => Promise<void>): Promise<number>;
  /** Writes a text. Concurrent readers get the old text or the new one. */
  writeText(path: string, text: string): Promise<void>;
  /** All files below a folder; none where there is no such folder. */
  list(folder: string): Promise<StoredFile[]>;
  /** Removes a file, if it exists. */
  removeFile(path: string): Promise<void>;
  /** Removes a folder, if it exists. If it is interrupted, a later push of the same folder completes the rest. */
  removeFolder(path: string): Promise<void>;
  /** Passes every document that visitors may get, those of previous generations too. */
  readDocuments(visit: (text: string) => void): Promise<void>;
  /**
   * Replaces the live record that was read (null: none).
   * @throws LiveRecordChangedError when another one is there now
   */
  replaceLive(text: string, seen: string | null): Promise<void>;
}

/** Why no canary can run where only files are served. @param what e.g. `A bucket` */
export function noCanaryWith(what: string): string {
  return `${what} answers every visitor with the same documents and runs nothing that could judge a canary, so there is no automatic canary. Promote it or end it first, or serve the site by nginx or the Node server.`;
}

/** Another team released at the same time. */
export class LiveRecordChangedError extends Error {
  constructor(target: string) {
    super(`Another team has released to ${target} meanwhile. Pull, and release again.`);
    this.name = 'LiveRecordChangedError';
  }
}
