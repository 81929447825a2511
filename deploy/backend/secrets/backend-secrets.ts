import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Keys of one data folder. Only anonKey may leave the server. */
export interface BackendSecrets {
  /** Signs sessions (HS256). */
  jwtSecret: string;
  /** While the secret of sessions changes: the one before, whose tokens are valid until they expire. */
  formerJwtSecret?: string;
  /** Public key of visitors: opens nothing that row-level security does not open. */
  anonKey: string;
  /** Key of server scripts: passes row-level security. Never sent to a browser. */
  serviceKey: string;
  /** Password of the embedded server's superuser. */
  databasePassword: string;
  /** Key of the hashes of one-time codes. */
  codeKey: string;
}

const environmentNames: Partial<Record<keyof BackendSecrets, string>> = {
  jwtSecret: 'TWOSTROKE_JWT_SECRET',
  formerJwtSecret: 'TWOSTROKE_FORMER_JWT_SECRET',
  anonKey: 'TWOSTROKE_ANON_KEY',
  serviceKey: 'TWOSTROKE_SERVICE_KEY',
  codeKey: 'TWOSTROKE_CODE_KEY',
};

/** Written in hexadecimal digits, so many characters hold 128 random bits. A shorter key could be guessed. */
const shortestKey = 32;

/**
 * The secrets of a data folder: made once, kept in secrets.json (readable by the owner only), so that sessions
 * survive a restart. Environment variables win, for several backends that share one database.
 *
 * @throws an Error that names the file or the variable whose key is missing or too short.
 */
export function loadSecrets(dataFolder: string, environment: NodeJS.ProcessEnv = process.env): BackendSecrets {
  mkdirSync(dataFolder, { recursive: true });
  const path = secretsFileOf(dataFolder);
  if (!existsSync(path)) {
    try {
      writeFileSync(path, `${JSON.stringify(newSecrets(), null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // A second backend on the same folder may have just written it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  const secrets = readSecrets(path);
  for (const [key, name] of Object.entries(environmentNames)) {
    const value = environment[name];
    if (!value) continue;
    if (value.length < shortestKey) throw new Error(`${name} is shorter than ${shortestKey} characters.`);
    secrets[key as keyof BackendSecrets] = value;
  }
  return secrets;
}

/** Absolute path of the file with the secrets of a data folder. */
export function secretsFileOf(dataFolder: string): string {
  return resolve(dataFolder, 'secrets.json');
}

function readSecrets(path: string): BackendSecrets {
  const found = JSON.parse(readFileSync(path, 'utf8')) as Partial<BackendSecrets>;
  const names = ['jwtSecret', 'anonKey', 'serviceKey', 'databasePassword', 'codeKey'] as const;
  const missing = names.filter((name) => typeof found[name] !== 'string' || found[name].length < shortestKey);
  if (missing.length > 0)
    throw new Error(`${path} has no usable ${missing.join(', ')}. Delete the data folder to start over.`);
  return found as BackendSecrets;
}

function newSecrets(): BackendSecrets {
  const random = (bytes: number) => randomBytes(bytes).toString('base64url');
  return {
    jwtSecret: random(48),
    anonKey: `sb_publishable_${random(24)}`,
    serviceKey: `sb_secret_${random(32)}`,
    databasePassword: random(24),
    codeKey: random(32),
  };
}
