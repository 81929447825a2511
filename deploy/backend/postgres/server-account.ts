import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The operating-system user that runs Postgres when we are root (Postgres refuses to run as root). */
export interface ServerAccount {
  name: string;
  uid: number;
  gid: number;
}

/** Undefined when this process is not root: the server then runs as the same user. */
export function serverAccount(): ServerAccount | undefined {
  if (typeof process.getuid !== 'function' || process.getuid() !== 0) return undefined;
  const found = findAccount('postgres') ?? findAccount('twostroke');
  if (found) return found;
  try {
    execFileSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'twostroke'], {
      stdio: 'ignore',
    });
  } catch {
    // A minimal image may lack useradd; every Unix has the account `nobody`.
  }
  const account = findAccount('twostroke') ?? findAccount('nobody');
  if (account) return account;
  throw new Error(
    'Postgres cannot run as root and no other user was found. Start as an ordinary user, or create a user named postgres.',
  );
}

function findAccount(name: string): ServerAccount | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { name, uid: Number(uid), gid: Number(gid) };
}
