import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from './debian-packages.mjs';

const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

const nginx = {
  present: () =>
    existsSync(brotliModule) && isInstalled('nginx', '-v') && isInstalled('openssl', 'version') ? 'nginx' : null,
  packages: ['nginx', 'libnginx-mod-http-brotli-static', 'openssl'],
  sentence:
    'needs nginx, its Brotli module and openssl (Debian: apt-get install nginx libnginx-mod-http-brotli-static openssl)',
};

const rsync = {
  present: () => (isInstalled('rsync', '--version') ? 'rsync' : null),
  packages: ['rsync'],
  sentence: 'needs rsync (Debian: apt-get install rsync)',
};

const plpgsqlCheck = {
  present: () =>
    existsSync('/usr/share/postgresql/15/extension/plpgsql_check.control') &&
    existsSync('/usr/lib/postgresql/15/bin/initdb')
      ? '/usr/lib/postgresql/15/bin'
      : null,
  packages: ['postgresql-15', 'postgresql-15-plpgsql-check'],
  sentence: 'needs Postgres 15 with plpgsql_check (Debian: apt-get install postgresql-15 postgresql-15-plpgsql-check)',
};

/** The Debian packages of the servers that this machine lacks. */
export function packagesOfServers() {
  return [nginx, rsync, plpgsqlCheck].flatMap(({ present, packages }) => (present() ? [] : packages));
}

/**
 * Finds nginx with its Brotli module for the hosting tests, and openssl, which makes their certificate (Node can't), or
 * installs the Debian packages.
 * @returns `{ path }`, or `{ sentence }` saying what is missing
 */
export function findNginx() {
  return find(nginx);
}

/** The same for rsync. */
export function findRsync() {
  return find(rsync);
}

/** The folder of Debian's Postgres with plpgsql_check, the extension that checks functions; npm's Postgres lacks it. */
export function findPlpgsqlCheck() {
  return find(plpgsqlCheck);
}

function find({ present, packages, sentence }) {
  if (!present() && canInstallPackages()) installPackages(packages);
  const path = present();
  return path ? { path } : { sentence };
}

function isInstalled(command, ...args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
