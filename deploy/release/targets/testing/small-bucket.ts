import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import S3rver from 's3rver';
import FilesystemStore from 's3rver/lib/stores/filesystem.js';

export interface SmallBucket {
  /** The environment variables of the release tool. */
  env: Record<string, string>;
  /** The document that a visitor gets at an address; null when there is none. */
  documentOf(path: string): Promise<string | null>;
  /** Where visitors get the site from: a fake of the CDN in front. */
  origin: string;
  close(): Promise<void>;
}

/** S3 answers a PUT when the object can be read; this server answers before its file is written. */
const { putObject } = FilesystemStore.prototype;
FilesystemStore.prototype.putObject = async function put(object) {
  const file = this.getResourcePath(object.bucket, object.key, 'object');
  rmSync(file, { force: true });
  const stored = await putObject.call(this, object);
  while (statSync(file, { throwIfNoEntry: false })?.size !== stored.size) await nextTurn();
  return stored;
};

/** A store that speaks S3, with a public bucket `public-site` and a private one, `release-state`. */
export async function startStore(): Promise<{ endpoint: string; close(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'twostroke-bucket-'));
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'public-site' }, { name: 'release-state' }],
  });
  const { port } = await store.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Such a store, and a server in front of its public bucket for visitors. */
export async function startSmallBucket(): Promise<SmallBucket> {
  const store = await startStore();
  const { endpoint } = store;
  const front = createServer((req, res) => {
    const get = async (path: string): Promise<Response> => fetch(`${endpoint}/public-site${path}`);
    void (async () => {
      const answer = await get(req.url === '/' ? '/index.html' : req.url!);
      const body = answer.ok ? answer : await get('/404.html');
      res.writeHead(answer.status).end(Buffer.from(await body.arrayBuffer()));
    })();
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  return {
    env: {
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      S3_PRIVATE: 's3://release-state/twostroke',
    },
    origin,
    async documentOf(path) {
      const answer = await fetch(origin + path);
      return answer.ok ? answer.text() : null;
    },
    async close() {
      front.close();
      front.closeAllConnections();
      await store.close();
    },
  };
}
