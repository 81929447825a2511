import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Sql } from '../database/open-database.ts';
import { bearerOf, readAccessToken } from '../gateway/access-token.ts';
import type { TokenSecrets } from '../gateway/access-token.ts';
import type { ApiCall } from '../gateway/api-call.ts';
import { jsonBody } from '../gateway/api-call.ts';
import { json, storageError } from '../gateway/answers.ts';
import { checkImage } from './check-image.ts';
import { listFolder } from './list-folder.ts';
import { openObjectRows, readBucket, readSigned } from './object-rows.ts';
import type { ObjectRows, StoredObject } from './object-rows.ts';
import { readUpload } from './read-upload.ts';
import type { SignedAddresses } from './signed-addresses.ts';
import type { StoredFiles } from './stored-files.ts';

export interface StorageFrontOptions {
  /** The API's, which takes on the caller's role for all but rules of buckets and objects whose address was signed. */
  apiSql: Sql;
  secrets: TokenSecrets;
  files: StoredFiles;
  addresses: SignedAddresses;
}

interface StorageCall {
  call: ApiCall;
  rows: ObjectRows;
  bucket: string;
  /** The object's name in its bucket; empty when the address names a bucket. */
  name: string;
}

type Answer = (options: StorageFrontOptions, call: StorageCall) => Promise<Response>;

const bucketPattern = '([\\w-]{1,63})';
const namePattern = '((?:[\\w-][\\w.-]*/)*[\\w-][\\w.-]*)';
const routes: [string, RegExp, Answer][] = [
  ['POST', new RegExp(`^object/sign/${bucketPattern}$`), signMany],
  ['POST', new RegExp(`^object/sign/${bucketPattern}/${namePattern}$`), signOne],
  ['POST', new RegExp(`^object/list/${bucketPattern}$`), list],
  ['GET', new RegExp(`^object/(?:authenticated/)?${bucketPattern}/${namePattern}$`), download],
  ['POST', new RegExp(`^object/${bucketPattern}/${namePattern}$`), upload],
  ['DELETE', new RegExp(`^object/${bucketPattern}$`), remove],
];
const signedPattern = new RegExp(`^object/sign/(${bucketPattern}/${namePattern})$`);

/**
 * Answers /storage/v1 as Supabase Storage does, as far as storage-js is used: upload, download, signed addresses, list
 * and remove. Policies of storage.objects decide about each call; objects are added and removed, never replaced.
 */
export async function answerStorage(options: StorageFrontOptions, call: ApiCall): Promise<Response> {
  const path = call.url.pathname.slice('/storage/v1/'.length);
  const signed = signedPattern.exec(path);
  if (call.method === 'GET' && signed) return downloadSigned(options, call, signed);
  const route = routes.find(([method, pattern]) => method === call.method && pattern.test(path));
  if (!route) return storageError(404, 'not_found', 'There is nothing at this address.');
  const token = bearerOf(call.headers.get('authorization')) ?? options.secrets.anonKey;
  const caller = readAccessToken(token, options.secrets, Date.now() / 1000);
  if (typeof caller === 'string') return storageError(401, 'Unauthorized', 'Sign in again: your session has ended.');
  const [, bucket = '', name = ''] = route[1].exec(path) ?? [];
  const rows = openObjectRows(options.apiSql, caller, call.headers);
  try {
    return await route[2](options, { call, rows, bucket, name });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '42501') return storageError(403, 'Unauthorized', 'You may not do this.');
    if (code === '23505') return storageError(409, 'Duplicate', 'There is an object of that name already.');
    throw error;
  }
}

async function upload(options: StorageFrontOptions, { call, rows, bucket, name }: StorageCall): Promise<Response> {
  const rules = await readBucket(options.apiSql, bucket);
  if (!rules) return storageError(404, 'Bucket not found', 'There is no such bucket.');
  if (call.headers.get('x-upsert') === 'true')
    return storageError(403, 'Unauthorized', 'An object is not replaced. Remove it and add another.');
  const bytes = await readUpload(call);
  if (!bytes || bytes.length === 0) return storageError(400, 'InvalidRequest', 'Send one file.');
  if (rules.file_size_limit !== null && bytes.length > rules.file_size_limit)
    return storageError(413, 'Payload too large', `The file is larger than ${rules.file_size_limit / 1024} kB.`);
  const image = checkImage(bytes);
  if (image === 'has_metadata')
    return storageError(422, 'has_metadata', 'The photo says where or with what it was taken. Save it without.');
  if (
    image === 'not_an_image' ||
    !name.endsWith(`.${image.extension}`) ||
    rules.allowed_mime_types?.includes(image.type) === false
  )
    return storageError(415, 'invalid_mime_type', 'This is not a photo in WebP or JPEG, named by what it is.');
  const id = randomUUID();
  const eTag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
  // The file first: a row without its file would be a broken picture for ever, a file without a row is swept.
  await options.files.write(id, bytes);
  try {
    await rows.insert({ id, bucket, name, metadata: { mimetype: image.type, size: bytes.length, eTag } });
  } catch (error) {
    await options.files.remove(id);
    throw error;
  }
  return json(200, { Id: id, Key: `${bucket}/${name}` });
}

async function download({ files }: StorageFrontOptions, { rows, bucket, name }: StorageCall): Promise<Response> {
  const [row] = await rows.find(bucket, [name]);
  return row ? contentsOf(files, row) : notFound();
}

/** The signed address alone opens the object: its signer was allowed to read it. */
async function downloadSigned(
  { apiSql, files, addresses }: StorageFrontOptions,
  call: ApiCall,
  [, path = '', bucket = '', name = '']: RegExpExecArray,
): Promise<Response> {
  if (!addresses.isValid(path, call.url.searchParams.get('token') ?? ''))
    return storageError(400, 'InvalidJWT', 'This address is not valid, or no longer.');
  const row = await readSigned(apiSql, bucket, name);
  return row ? contentsOf(files, row) : notFound();
}

async function contentsOf(files: StoredFiles, { id, metadata }: StoredObject): Promise<Response> {
  const bytes = await files.read(id);
  if (!bytes) return notFound();
  const headers = {
    'content-type': metadata.mimetype,
    'cache-control': 'private, max-age=3600',
    etag: metadata.eTag,
    'content-disposition': 'inline',
  };
  return new Response(new Uint8Array(bytes), { headers });
}

/** From a second to a week. */
const lifetime = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7 * 24 * 3600));

async function signOne(options: StorageFrontOptions, { call, rows, bucket, name }: StorageCall): Promise<Response> {
  const body = v.safeParse(v.object({ expiresIn: lifetime }), jsonBody(call));
  if (!body.success) return invalid('expiresIn is a number of seconds, at most a week.');
  const [row] = await rows.find(bucket, [name]);
  if (!row) return notFound();
  return json(200, { signedURL: options.addresses.sign(`${bucket}/${name}`, body.output.expiresIn) });
}

const signBody = v.object({
  expiresIn: lifetime,
  paths: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(100)),
});

async function signMany(options: StorageFrontOptions, { call, rows, bucket }: StorageCall): Promise<Response> {
  const body = v.safeParse(signBody, jsonBody(call));
  if (!body.success) return invalid('Send expiresIn, at most a week, and up to 100 paths.');
  const { paths, expiresIn } = body.output;
  const visible = new Set((await rows.find(bucket, paths)).map(({ name }) => name));
  const answers = paths.map((path) =>
    visible.has(path)
      ? { path, signedURL: options.addresses.sign(`${bucket}/${path}`, expiresIn), error: null }
      : { path, signedURL: null, error: 'Either the object does not exist or you do not have access to it' },
  );
  return json(200, answers);
}

const listBody = v.object({
  prefix: v.pipe(v.string(), v.maxLength(300)),
  limit: v.pipe(v.optional(v.number(), 100), v.integer(), v.minValue(1), v.maxValue(1000)),
  offset: v.pipe(v.optional(v.number(), 0), v.integer(), v.minValue(0)),
  search: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
});

async function list(_: StorageFrontOptions, { call, rows, bucket }: StorageCall): Promise<Response> {
  const body = v.safeParse(listBody, jsonBody(call));
  if (!body.success) return invalid('Send a prefix, and a limit of at most 1000.');
  const { prefix, search, limit, offset } = body.output;
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const entries = listFolder(await rows.below(bucket, folder), folder);
  const found = entries.filter(({ name }) => name.startsWith(search));
  return json(200, found.slice(offset, offset + limit));
}

const removeBody = v.object({ prefixes: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(100)) });

async function remove({ files }: StorageFrontOptions, { call, rows, bucket }: StorageCall): Promise<Response> {
  const body = v.safeParse(removeBody, jsonBody(call));
  if (!body.success) return invalid('Send up to 100 names as prefixes.');
  const removed = await rows.remove(bucket, body.output.prefixes);
  for (const { id } of removed) await files.remove(id);
  return json(200, removed);
}

const invalid = (message: string): Response => storageError(400, 'InvalidRequest', message);
const notFound = (): Response => storageError(404, 'not_found', 'Object not found');
