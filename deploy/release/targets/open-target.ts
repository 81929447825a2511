import { bucketTarget, type BucketLocation } from './bucket-target.ts';
import { cdnFolderTarget } from './cdn-folder-target.ts';
import { folderTarget } from './folder-target.ts';
import { rsyncTarget } from './rsync-target.ts';
import type { Target } from './target.ts';

/**
 * The target of an address as people write it: `/srv/twostroke`, `deploy@host:/srv/twostroke`, `rsync://host/module`,
 * `cdn:/srv/upload`, `s3://bucket/prefix`. A bucket takes the rest of its settings from the environment.
 * @throws Error when the address is none of these, or a setting of the bucket is missing
 */
export function openTarget(
  address: string,
  { env, backendOrigin }: { env: NodeJS.ProcessEnv; backendOrigin: string | null },
): Target {
  if (address.startsWith('s3://')) return bucketFrom(address, env);
  if (address.startsWith('cdn:')) return cdnFolderTarget(address.slice('cdn:'.length), backendOrigin);
  if (address.startsWith('rsync://') || /^[\w.-]+(@[\w.-]+)?:\/(?!\/)/.test(address)) return rsyncTarget(address);
  if (/^\.{0,2}\//.test(address)) return folderTarget(address);
  throw new Error(
    `${address} is no target. Use /a/folder, user@host:/a/folder, rsync://host/module, cdn:/a/folder or s3://bucket.`,
  );
}

function bucketFrom(address: string, env: NodeJS.ProcessEnv): Target {
  const names = ['S3_ENDPOINT', 'S3_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'S3_PRIVATE'] as const;
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new Error(
      `A bucket needs ${missing.join(', ')}. S3_PRIVATE names the place that visitors can't read: s3://other-bucket/prefix`,
    );
  const encoding = env.S3_ENCODING ?? 'gzip';
  if (encoding !== 'gzip' && encoding !== 'br' && encoding !== 'identity')
    throw new Error(`S3_ENCODING is gzip, br or identity, not ${encoding}.`);
  return bucketTarget({
    endpoint: env.S3_ENDPOINT!.replace(/\/$/, ''),
    region: env.S3_REGION!,
    accessKeyId: env.AWS_ACCESS_KEY_ID!,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY!,
    public: placeOf(address),
    private: placeOf(env.S3_PRIVATE!),
    encoding,
  });
}

function placeOf(address: string): BucketLocation {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9.-]{3,63})(?:\/(.*?))?\/?$/.exec(address) ?? [];
  if (!bucket) throw new Error(`${address} is no place in a bucket. Write s3://bucket or s3://bucket/prefix.`);
  return { bucket, prefix: prefix ? `${prefix}/` : '' };
}
