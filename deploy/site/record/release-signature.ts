import * as v from 'valibot';
import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appName, type LiveRecord } from './live-record-schema.ts';
import { privateFolder, readRelease } from './release-record.ts';

/**
 * The teams' public keys, kept outside of the site folder: whoever may write releases must not choose who is trusted.
 * With such a file, a release is only made live, and only served, when a key of its app has signed its record.
 */
const trustedKeysFile = v.object({
  schema: v.literal(1),
  keys: v.array(
    v.object({
      /** Ed25519, as base64 of DER (SubjectPublicKeyInfo). */
      publicKey: v.string(),
      /** The apps that this team releases. */
      apps: v.array(appName('It must be the name of an app.')),
      /** Since when nothing signed with it counts any more, as text for people. */
      revoked: v.exactOptional(v.string()),
    }),
  ),
});

const signatureFile = v.object({ schema: v.literal(1), key: v.string(), signature: v.string() });

/** A team's key: what it may release, and whether it still counts. */
export interface TrustedKey {
  publicKey: KeyObject;
  apps: string[];
  revoked: string | null;
}

/** By key id. */
export type TrustedKeys = Map<string, TrustedKey>;

/** @throws Error that names the file when it holds something else */
export function readTrustedKeys(file: string): TrustedKeys {
  try {
    const { keys } = v.parse(trustedKeysFile, JSON.parse(readFileSync(file, 'utf8')));
    return new Map(
      keys.map(({ publicKey: text, apps, revoked = null }) => {
        const publicKey = requireEd25519(
          createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }),
        );
        return [keyIdOf(publicKey), { publicKey, apps, revoked }];
      }),
    );
  } catch (failure) {
    throw new Error(`${file} is not a list of release keys: ${(failure as Error).message}`, { cause: failure });
  }
}

/** @throws Error that names the file when it holds no Ed25519 key */
export function readSigningKey(file: string): KeyObject {
  try {
    return requireEd25519(createPrivateKey(readFileSync(file, 'utf8')));
  } catch (failure) {
    throw new Error(`${file} is not a signing key: ${(failure as Error).message}`, { cause: failure });
  }
}

/** Signs the record of a published release, which has the hash of each of its files. */
export function signRelease(siteFolder: string, app: string, version: string, key: KeyObject): void {
  const { record, signature } = filesOf(siteFolder, app, version);
  const content = {
    schema: 1,
    key: keyIdOf(createPublicKey(key)),
    signature: sign(null, readFileSync(record), key).toString('base64'),
  };
  writeFileSync(signature, `${JSON.stringify(content)}\n`);
}

export function isSigned(siteFolder: string, app: string, version: string): boolean {
  return existsSync(filesOf(siteFolder, app, version).signature);
}

/**
 * Checks the signature of a release, and that its files are the signed ones.
 * @throws Error with the reason not to trust it
 */
export function verifyRelease(siteFolder: string, app: string, version: string, keys: TrustedKeys): void {
  const { record, signature: file } = filesOf(siteFolder, app, version);
  const named = `${app} ${version}`;
  if (!existsSync(file)) throw new Error(`${named} is not signed.`);
  const parsed = v.safeParse(signatureFile, jsonIn(file));
  if (!parsed.success) throw new Error(`The signature of ${named} is damaged.`);
  const { key: id, signature } = parsed.output;
  const key = keys.get(id);
  if (!key) throw new Error(`${named} is signed with the unknown key ${id}.`);
  if (key.revoked !== null) throw new Error(`${named} is signed with the key ${id}, revoked: ${key.revoked}.`);
  if (!key.apps.includes(app)) throw new Error(`${named} is signed with the key ${id}, which is not one of ${app}.`);
  if (!verify(null, readFileSync(record), key.publicKey, Buffer.from(signature, 'base64')))
    throw new Error(`${named} was changed after it had been signed.`);
  const { integrity, files } = readRelease(siteFolder, app, version);
  if (!files) throw new Error(`${named} does not list its files: release it again.`);
  for (const [path, hash] of [...Object.entries(integrity), ...Object.entries(files)])
    if (hash !== integrityOfFile(join(siteFolder, path)))
      throw new Error(`${path} of ${named} was changed after the release had been signed.`);
}

type Versions = Pick<LiveRecord, 'apps' | 'canary' | 'previews'>;

/**
 * Checks each release that a record makes live, or opens to testers.
 * @param former the releases that it has too are not checked again; null: all are checked
 * @throws Error with the first reason
 */
export function verifyReleases(
  siteFolder: string,
  record: Versions,
  keys: TrustedKeys,
  former: Versions | null = null,
): void {
  for (const [app, version] of releasesOf(record))
    if (!former || !releasesOf(former).some(([name, other]) => name === app && other === version))
      verifyRelease(siteFolder, app, version, keys);
}

/** Integrity of a file as documents name it; of a missing one, the empty text. */
export function integrityOfFile(file: string): string {
  if (!existsSync(file)) return '';
  // Every document carries the hash of every script, and hashes do not compress: 16 bytes less each than with SHA-384.
  return `sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}`;
}

function releasesOf({ apps, canary, previews = [] }: Versions): [app: string, version: string][] {
  const others = [...(canary ? [canary] : []), ...previews];
  return [...Object.entries(apps), ...others.map(({ app, version }): [string, string] => [app, version])];
}

function filesOf(siteFolder: string, app: string, version: string): { record: string; signature: string } {
  const home = privateFolder(siteFolder, app, version);
  return { record: join(home, 'release.json'), signature: join(home, 'release.sig.json') };
}

/** The first 16 digits of the key's hash: what logs and rejections name. */
function keyIdOf(publicKey: KeyObject): string {
  const der = publicKey.export({ format: 'der', type: 'spki' });
  return createHash('sha256').update(der).digest('hex').slice(0, 16);
}

function requireEd25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new Error('it must be an Ed25519 key.');
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
