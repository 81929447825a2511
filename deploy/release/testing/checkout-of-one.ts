import { listApps, workspaceOf } from '@twostroke/shared/tooling/list-apps.mjs';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { repository } from '../build/ensure-installed.mjs';

const BUILT = /^(dist|dist-node|dist-dev|node_modules|coverage)$/;

export interface CheckoutOfOne {
  folder: string;
  /** Replaces a text in one of the remote's files. */
  edit(file: string, from: string, to: string): void;
}

export interface CheckoutOf {
  folder: string;
  /** Replaces a text everywhere in a file, e.g. `cart-mfe/package.json`. */
  edit(file: string, from: string, to: string): void;
}

/**
 * The checkout of a team that owns one remote: package.json, its folder, the shared package and installed packages;
 * nothing of other apps. The remote's suite is replaced by a short one.
 */
export function checkoutOfOne(app: string): CheckoutOfOne {
  const { folder, edit } = checkoutOf([app]);
  addShortSuite(folder, app);
  return { folder, edit: (file, from, to) => edit(join(workspaceOf(app), file), from, to) };
}

/** Gives an app of a checkout without tests a suite, which a release runs. */
export function addShortSuite(checkout: string, app: string): void {
  const suite = join(checkout, workspaceOf(app), 'src/short.test.ts');
  writeFileSync(suite, "test('two strokes', () => expect(1 + 1).toBe(2));\n");
}

/** The sources of some apps and of the shared package in a temporary folder, without tests unless requested. */
export function checkoutOf(apps: readonly string[], { tests = false } = {}): CheckoutOf {
  const folder = mkdtempSync(join(tmpdir(), 'twostroke-checkout-'));
  cpSync(join(repository, 'package.json'), join(folder, 'package.json'));
  for (const part of [...apps.map(workspaceOf), 'shared'])
    cpSync(join(repository, part), join(folder, part), {
      recursive: true,
      filter: (file) => !BUILT.test(basename(file)) && (tests || !/\.test\.tsx?$/.test(file)),
    });
  linkPackages(folder);
  return {
    folder,
    edit(file, from, to) {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
      writeFileSync(path, text.replaceAll(from, to));
    },
  };
}

/** Installed packages are linked one by one, so that the shared package is the checkout's own. */
export function linkPackages(folder: string): void {
  const from = join(repository, 'node_modules');
  const own = new Set(['@twostroke', ...listApps(repository).map(({ workspace }) => workspace)]);
  for (const name of readdirSync(from)) if (!own.has(name)) linkPackage(name, folder);
  mkdirSync(join(folder, 'node_modules/@twostroke'), { recursive: true });
  symlinkSync(join(folder, 'shared'), join(folder, 'node_modules/@twostroke/shared'));
}

/** Makes an installed package, or all packages of a scope, available in another folder too. */
export function linkPackage(name: string, folder: string): void {
  const [from, to] = [join(repository, 'node_modules', name), join(folder, 'node_modules', name)];
  mkdirSync(dirname(to), { recursive: true });
  // Module Federation gives the bundler real paths of its runtime: with a link they would be outside the checkout.
  if (name.startsWith('@module-federation')) cpSync(from, to, { recursive: true });
  else symlinkSync(from, to);
}
