import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
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

/** S3 answers a PUT when the object can be read; this server would answer before its file is written. */
FilesystemStore.prototype.putObject = async function put({ bucket, key, content, metadata }) {
  const body = Buffer.isBuffer(content) ? content : await buffer(content);
  const file = this.getResourcePath(bucket, key, 'object');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, body);
  const md5 = createHash('md5').update(body).digest('hex');
  await this.putMetadata(bucket, key, metadata, md5);
  return { size: body.length, md5 };
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
