import { AwsClient } from 'aws4fetch';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { contentTypeOf } from '../../server/content-types.ts';
import { documentCacheControl, releaseFileHeaders } from '../../server/security-headers.ts';
import { inParallel } from '../in-parallel.ts';
import { documentsFolder } from '../static/generations.ts';
import { LiveRecordChangedError, type Target } from './target.ts';

const AT_ONCE = 8;

/** A bucket and the beginning of the names of all objects in it: empty, or ending in a slash. */
export interface Place {
  bucket: string;
  prefix: string;
}

export interface BucketSettings {
  /** `https://s3.ap-south-1.amazonaws.com`, or the address of another store that speaks S3. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** What visitors can read. */
  public: Place;
  /** Records and Node builds, which nobody but the release tool may read. */
  private: Place;
  /**
   * How texts are stored. A bucket answers everybody with the same bytes: every browser takes gzip; `identity` is for a
   * CDN in front that compresses itself.
   */
  encoding?: 'gzip' | 'br' | 'identity';
}

/**
 * An S3-compatible bucket behind a CDN. Documents are objects named like their addresses (`bikes`, and `index.html` and
 * `404.html` as the bucket's index and error documents), since a bucket knows no generations: each is replaced alone,
 * and each is whole in itself.
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
  const addressOf = ({ bucket, prefix }: Place, key: string): string =>
    `${settings.endpoint}/${bucket}/${(prefix + key).split('/').map(encodeURIComponent).join('/')}`;
  const placeOf = (path: string): Place => (path.startsWith('r/') ? open : closed);

  async function put(place: Place, key: string, body: Buffer, headers: Record<string, string>): Promise<Response> {
    const answer = await client.fetch(addressOf(place, key), { method: 'PUT', body: new Uint8Array(body), headers });
    if (!answer.ok && answer.status !== 412)
      throw new Error(`${place.bucket} refused ${place.prefix}${key}: ${await reasonOf(answer)}`);
    return answer;
  }

  async function get(place: Place, key: string): Promise<Response | null> {
    const answer = await client.fetch(addressOf(place, key));
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`${place.bucket} does not give ${key}: ${await reasonOf(answer)}`);
    return answer;
  }

  /** All objects below a prefix, by their names. */
  async function list(place: Place, below: string): Promise<Map<string, StoredObject>> {
    const found = new Map<string, StoredObject>();
    for (let token = ''; ;) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: place.prefix + below });
      if (token) query.set('continuation-token', token);
      const answer = await client.fetch(`${settings.endpoint}/${place.bucket}?${query}`);
      if (!answer.ok) throw new Error(`${place.bucket} can't be listed: ${await reasonOf(answer)}`);
      const xml = await answer.text();
      for (const [, entry] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const told = (name: string): string =>
          plainText(new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(entry!)?.[1] ?? '');
        found.set(told('Key').slice(place.prefix.length), {
          etag: told('ETag'),
          bytes: Number(told('Size')),
          modifiedAt: Date.parse(told('LastModified')),
        });
      }
      token = plainText(/<NextContinuationToken>(.*?)<\/NextContinuationToken>/s.exec(xml)?.[1] ?? '');
      if (!token) return found;
    }
  }

  async function remove(place: Place, key: string): Promise<void> {
    const answer = await client.fetch(addressOf(place, key), { method: 'DELETE' });
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
    refusesCanary:
      'A bucket answers every visitor with the same documents, so it can give none of them the canary. Promote it or end it first, or serve the site by nginx or the Node server.',

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
        (file) => !there.has(`${path}/${file}`) && !(isPublic && /\.(br|gz)$/.test(file)),
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

    async pushDocuments(siteFolder, generation, requireLease) {
      const folder = join(documentsFolder(siteFolder), generation, 'stable');
      const there = await list(open, '');
      const files = filesIn(folder).filter((file) => !/\.(br|gz|off)$/.test(file));
      const wanted = new Set(files.map(keyOf));
      let sent = 0;
      await inParallel(files, AT_ONCE, async (file) => {
        const { body, headers } = storedForm(join(folder, file));
        if (there.get(keyOf(file))?.etag === `"${createHash('md5').update(body).digest('hex')}"`) return;
        requireLease();
        sent += 1;
        await put(open, keyOf(file), body, {
          'Content-Type': contentTypeOf(file)!,
          'Cache-Control': documentCacheControl,
          ...headers,
        });
      });
      const gone = [...there.keys()].filter((key) => !key.startsWith('r/') && !wanted.has(key) && isDocument(key));
      await inParallel(gone, AT_ONCE, async (key) => {
        requireLease();
        await remove(open, key);
      });
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
      // Stores that know conditions compare and write in one step; others ignore the header.
      const etag = there?.headers.get('etag');
      const condition: Record<string, string> = etag ? { 'If-Match': etag } : { 'If-None-Match': '*' };
      const headers = { 'Content-Type': 'application/json; charset=utf-8', ...condition };
      const { status } = await put(closed, 'live.json', Buffer.from(text), headers);
      if (status === 412) throw new LiveRecordChangedError(closed.bucket);
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

/** What this tool may remove: names that an address can have. Other objects in the bucket are not ours. */
function isDocument(key: string): boolean {
  return /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*$/.test(key);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

async function reasonOf(answer: Response): Promise<string> {
  const xml = await answer.text().catch(() => '');
  return `${answer.status} ${/<Message>(.*?)<\/Message>/s.exec(xml)?.[1] ?? ''}`.trim();
}

function plainText(xml: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#34': '"', '#39': "'" };
  return xml.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
}
