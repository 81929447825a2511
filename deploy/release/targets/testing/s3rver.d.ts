declare module 's3rver' {
  /** An S3 server in this process, for tests. It takes the keys `S3RVER` and `S3RVER`. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      vhostBuckets: boolean;
      configureBuckets: { name: string }[];
    });
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}

declare module 's3rver/lib/stores/filesystem.js' {
  import type { Readable } from 'node:stream';

  /** What a PUT stores. */
  interface StoredObject {
    bucket: string;
    key: string;
    content: Buffer | Readable;
    metadata: object;
  }

  /** Where the server keeps its objects: a file for each. */
  export default class FilesystemStore {
    putObject(object: StoredObject): Promise<{ size: number; md5: string }>;
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
    getResourcePath(bucket: string, key: string, resource: 'object'): string;
  }
}
