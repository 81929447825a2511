import { AwsClient } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { filesIn } from '../files-in.ts';
import { contentTypeOf } from '../../site/server/content-types.ts';
import { documentCacheControl, releaseFileHeaders } from '../../site/server/security-headers.ts';
import { isCompressedForm } from '../../site/documents/compression-dictionary.ts';
import { inParallel } from '../../site/export/in-parallel.ts';
import { documentsFolder } from '../../site/export/generations.ts';
import { keepsContentOf } from './former-content.ts';
import { LiveRecordChangedError, noCanaryWith, type Target } from './target.ts';

const AT_ONCE = 8;
/** How often a broken connection is opened before a command fails. */
const ATTEMPTS = 4;

/** A bucket and the beginning of the names of all objects in it: empty, or ending in a slash. */
export interface BucketLocation {
  bucket: string;
  prefix: string;
}

export interface BucketSettings {
  /** `https://s3.ap-south-1.amazonaws.com`, or the address of another store that speaks S3. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The place that visitors can read. */
  public: BucketLocation;
  /** Records and Node builds, which only the release tool may read. */
  private: BucketLocation;
  /**
   * How texts are stored. A bucket sends every visitor the same bytes: every browser accepts gzip; `identity` is for a
   * CDN in front that compresses itself.
   */
  encoding?: 'gzip' | 'br' | 'identity';
}

/**
 * An S3-compatible bucket behind a CDN. Documents are objects named like their addresses (`bikes`, and `index.html` and
 * `404.html` as the bucket's index and error documents). A bucket has no generations, so each document is replaced on
 * its own and is complete in itself.
 * @throws Error when the private place would be public
 */
export function bucketTarget(settings: BucketSettings): Target {
  const { encoding = 'gzip' } = settings;
  const [open, closed] = [settings.public, settings.private];
  if (open.bucket === closed.bucket && closed.prefix.startsWith(open.prefix))
    throw new Error(
      `Node builds and records must not be public: name a private bucket, or another prefix than ${open.bucket}/${open.prefix}.`,
    );
  const client = new AwsClient({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    region: settings.region,
    service: 's3',
    retries: 3,
  });
  /** Retries when the connection breaks: every request here is idempotent. */
  async function ask(address: string, init?: RequestInit): Promise<Response> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await client.fetch(address, { ...init, redirect: 'error' });
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        await delay(100 * 2 ** attempt);
      }
  }
  const addressOf = ({ bucket, prefix }: BucketLocation, key: string): string =>
    `${settings.endpoint}/${bucket}/${(prefix + key).split('/').map(encodeURIComponent).join('/')}`;
  const placeOf = (path: string): BucketLocation => (path.startsWith('r/') ? open : closed);

  async function put(
    place: BucketLocation,
    key: string,
    body: Buffer,
    headers: Record<string, string>,
  ): Promise<Response> {
    const answer = await ask(addressOf(place, key), { method: 'PUT', body: new Uint8Array(body), headers });
    if (!answer.ok && answer.status !== 412)
      throw new Error(`${place.bucket} rejected ${place.prefix}${key}: ${await reasonOf(answer)}`);
    return answer;
  }

  async function get(place: BucketLocation, key: string): Promise<Response | null> {
    const answer = await ask(addressOf(place, key));
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`${place.bucket} does not return ${key}: ${await reasonOf(answer)}`);
    return answer;
  }

  /** All objects below a prefix, by their names. */
  async function list(place: BucketLocation, below: string): Promise<Map<string, StoredObject>> {
    const found = new Map<string, StoredObject>();
    for (let token = ''; ;) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: place.prefix + below });
      if (token) query.set('continuation-token', token);
      const answer = await ask(`${settings.endpoint}/${place.bucket}?${query}`);
      if (!answer.ok) throw new Error(`${place.bucket} can't be listed: ${await reasonOf(answer)}`);
      const { Contents = [], NextContinuationToken = '' } = readXml(await answer.text()).ListBucketResult ?? {};
      for (const { Key, ETag, Size, LastModified } of Contents)
        found.set(Key.slice(place.prefix.length), {
          etag: ETag,
          bytes: Number(Size),
          modifiedAt: Date.parse(LastModified),
        });
      token = NextContinuationToken;
      if (!token) return found;
    }
  }

  async function remove(place: BucketLocation, key: string): Promise<void> {
    const answer = await ask(addressOf(place, key), { method: 'DELETE' });
    if (!answer.ok && answer.status !== 404)
      throw new Error(`${place.bucket} keeps ${place.prefix}${key}: ${await reasonOf(answer)}`);
  }

  /** The stored form of a file: a text that has compressed forms is stored in one of them. */
  function storedForm(file: string): { body: Buffer; headers: Record<string, string> } {
    const ending = encoding === 'br' ? '.br' : '.gz';
    const compressed = encoding !== 'identity' && existsSync(file + ending);
    return {
      body: readFileSync(compressed ? file + ending : file),
      headers: compressed ? { 'Content-Encoding': encoding } : {},
    };
  }

  return {
    name: `s3://${open.bucket}/${open.prefix}`,
    canaryRejection: noCanaryWith('A bucket'),

    async readText(path) {
      return (await (await get(closed, path))?.text()) ?? null;
    },

    async writeText(path, text) {
      await put(closed, path, Buffer.from(text), { 'Content-Type': 'application/json; charset=utf-8' });
    },

    async pullFolder(path, to) {
      const place = placeOf(path);
      const keys = [...(await list(place, `${path}/`)).keys()];
      if (keys.length === 0) throw new Error(`${place.bucket} has no ${path}.`);
      await inParallel(keys, AT_ONCE, async (key) => {
        const file = join(to, relative(path, key));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, Buffer.from(await (await get(place, key))!.arrayBuffer()));
      });
    },

    async pushRelease(path, from) {
      const place = placeOf(path);
      const there = await list(place, `${path}/`);
      const isPublic = place === open;
      const files = filesIn(from).filter(
        (file) => !there.has(`${path}/${file}`) && !(isPublic && isCompressedForm(file)),
      );
      await inParallel(files, AT_ONCE, async (file) => {
        const type = contentTypeOf(file) ?? 'application/octet-stream';
        const { body, headers } = isPublic
          ? storedForm(join(from, file))
          : { body: readFileSync(join(from, file)), headers: {} };
        await put(place, `${path}/${file}`, body, {
          'Content-Type': type,
          ...(isPublic ? releaseFileHeaders : {}),
          ...headers,
        });
      });
      return files.length;
    },

    async pushDocuments(siteFolder, generation, requireSameRecord) {
      const folder = join(documentsFolder(siteFolder), generation, 'stable');
      const there = await list(open, '');
      const files = filesIn(folder).filter((file) => !isCompressedForm(file) && !file.endsWith('.off'));
      const wanted = new Set(files.map(keyOf));
      const isKept = keepsContentOf(
        readFileSync(join(folder, 'release.json'), 'utf8'),
        (await (await get(open, 'release.json'))?.text()) ?? null,
      );
      let sent = 0;
      await requireSameRecord();
      await inParallel(files, AT_ONCE, async (file) => {
        const { body, headers } = storedForm(join(folder, file));
        if (there.get(keyOf(file))?.etag === `"${createHash('md5').update(body).digest('hex')}"`) return;
        sent += 1;
        await put(open, keyOf(file), body, {
          'Content-Type': contentTypeOf(file)!,
          ...(isContentFile(file) ? releaseFileHeaders : { 'Cache-Control': documentCacheControl }),
          ...headers,
        });
      });
      const gone = [...there.keys()].filter(
        (key) => !wanted.has(key) && (isContentFile(key) ? !isKept(key) : !key.startsWith('r/') && isDocument(key)),
      );
      await inParallel(gone, AT_ONCE, (key) => remove(open, key));
      return sent;
    },

    async list(folder) {
      const objects = await list(placeOf(`${folder}/`), `${folder}/`);
      return [...objects].map(([path, { bytes, modifiedAt }]) => ({ path, bytes, modifiedAt }));
    },

    removeFile: (path) => remove(placeOf(path), path),

    async removeFolder(path) {
      const place = placeOf(path);
      await inParallel([...(await list(place, `${path}/`)).keys()], AT_ONCE, (key) => remove(place, key));
    },

    async readDocuments(visit) {
      const keys = [...(await list(open, '')).keys()].filter((key) => !key.startsWith('r/'));
      const documents = keys.filter((key) => isDocument(key) || key.endsWith('.html'));
      await inParallel(documents, AT_ONCE, async (key) => visit((await (await get(open, key))?.text()) ?? ''));
    },

    async replaceLive(text, seen) {
      const there = await get(closed, 'live.json');
      if (((await there?.text()) ?? null) !== seen) throw new LiveRecordChangedError(closed.bucket);
      // Stores that support conditions compare and write in one step; others ignore the header.
      const etag = there?.headers.get('etag');
      const condition: Record<string, string> = etag ? { 'If-Match': etag } : { 'If-None-Match': '*' };
      const headers = { 'Content-Type': 'application/json; charset=utf-8', ...condition };
      const { status } = await put(closed, 'live.json', Buffer.from(text), headers);
      // When the answer to the first attempt was lost, the second attempt finds the record that the first one wrote.
      if (status === 412 && (await this.readText('live.json')) !== text)
        throw new LiveRecordChangedError(closed.bucket);
    },
  };
}

interface StoredObject {
  etag: string;
  bytes: number;
  /** In milliseconds since 1970. */
  modifiedAt: number;
}

/** Object of a document: its address without the slash in front; a bucket's index and error documents have an ending. */
function keyOf(file: string): string {
  return file === 'index.html' || file === '404.html' ? file : file.replace(/\.html$/, '');
}

function isContentFile(key: string): boolean {
  return /^pages\/.+\.json$/.test(key);
}

/** The names that this tool may remove: those that an address can have. Other objects in the bucket are not ours. */
function isDocument(key: string): boolean {
  return /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*$/.test(key);
}

async function reasonOf(answer: Response): Promise<string> {
  const { Message = '' } = readXml(await answer.text().catch(() => '')).Error ?? {};
  return `${answer.status} ${Message}`.trim();
}

/** The fields of a store's answer that are read here. */
interface StoreAnswer {
  ListBucketResult?: {
    Contents?: { Key: string; ETag: string; Size: string; LastModified: string }[];
    NextContinuationToken?: string;
  };
  Error?: { Message?: string };
}

/** Values stay texts: a key may look like a number, and may begin with a space. */
const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  isArray: (name) => name === 'Contents',
});

function readXml(text: string): StoreAnswer {
  try {
    return parser.parse(text) as StoreAnswer;
  } catch {
    return {}; // an answer of an intermediary, such as a proxy's error page
  }
}
