import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from './debian-packages.mjs';

const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

/**
 * Finds the real nginx that tests of the hosting run, with its module for Brotli files, and openssl, which makes them a
 * certificate (Node can't), or installs Debian's.
 * @returns `{ path }`, or `{ sentence }` saying plainly what is missing
 */
export function findNginx() {
  const present = () =>
    existsSync(brotliModule) && isInstalled('nginx', '-v') && isInstalled('openssl', 'version') ? 'nginx' : null;
  return find(
    present,
    ['nginx', 'libnginx-mod-http-brotli-static', 'openssl'],
    'needs nginx, its Brotli module and openssl (Debian: apt-get install nginx libnginx-mod-http-brotli-static openssl)',
  );
}

/** The same for rsync. */
export function findRsync() {
  const present = () => (isInstalled('rsync', '--version') ? 'rsync' : null);
  return find(present, ['rsync'], 'needs rsync (Debian: apt-get install rsync)');
}

/** The folder of Debian's Postgres with the extension that judges functions; npm's Postgres does not have it. */
export function findPlpgsqlCheck() {
  const present = () =>
    existsSync('/usr/share/postgresql/15/extension/plpgsql_check.control') &&
    existsSync('/usr/lib/postgresql/15/bin/initdb')
      ? '/usr/lib/postgresql/15/bin'
      : null;
  return find(
    present,
    ['postgresql-15', 'postgresql-15-plpgsql-check'],
    'needs Postgres 15 with plpgsql_check (Debian: apt-get install postgresql-15 postgresql-15-plpgsql-check)',
  );
}

function find(present, packages, sentence) {
  if (!present() && canInstallPackages()) installPackages(packages);
  const path = present();
  return path ? { path } : { sentence };
}

function isInstalled(command, ...args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
