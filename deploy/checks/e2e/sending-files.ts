import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { repository } from '../../release/build/ensure-installed.mjs';
import { isPressed } from './writes.ts';

/** A top-level declaration of a module: the writes in its own text, and the names that it uses. */
interface Declaration {
  writes: string[];
  uses: string[];
}

/** A module: its declarations, and the module and name of each name that it imports or exports from elsewhere. */
interface Module {
  declarations: Map<string, Declaration>;
  elsewhere: Map<string, { file: string; name: string }>;
}

/** Sources of the site, without tests. */
export function sourcesOfSite(): string[] {
  const folders = ['shell/src', 'shared', ...readdirSync(repository).filter((name) => name.endsWith('-mfe'))];
  return folders.flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^(src\/)?testing\/|^(dist|node_modules)/.test(file))
      .map((file) => join(repository, folder, file)),
  );
}

/**
 * The files of components that send something, with each write that a press on them sends: what a component reaches through
 * functions and hooks, but not through another component. One line each, as `account/change-booking/move-dialog:
 * reschedule_booking`.
 */
export function sendingFiles(): string[] {
  const modules = new Map(sourcesOfSite().map((file) => [file, readModule(file)]));
  const found = new Set<string>();
  for (const [file, { declarations }] of modules)
    if (file.endsWith('.tsx'))
      for (const name of declarations.keys())
        for (const write of reached(modules, file, name, new Set()))
          if (isPressed(write)) found.add(`${shortName(file)}: ${write}`);
  return [...found].sort();
}

const shortName = (file: string): string =>
  relative(repository, file)
    .replace(/-mfe\/src\/((features|pages)\/)?/, '/')
    .replace('.tsx', '');

/** Every write of a declaration and of what it uses, where that is in the same file or is no component. */
function reached(modules: Map<string, Module>, file: string, name: string, seen: Set<string>): string[] {
  const key = `${file}#${name}`;
  const module = modules.get(file);
  if (!module || seen.has(key)) return [];
  seen.add(key);
  const from = module.elsewhere.get(name);
  if (from) return from.file.endsWith('.tsx') ? [] : reached(modules, from.file, from.name, seen);
  const declaration = module.declarations.get(name);
  if (!declaration) return [];
  return [...declaration.writes, ...declaration.uses.flatMap((used) => reached(modules, file, used, seen))];
}

function readModule(file: string): Module {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const module: Module = { declarations: new Map(), elsewhere: new Map() };
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) {
      const from = statement.moduleSpecifier && resolve(file, (statement.moduleSpecifier as ts.StringLiteral).text);
      const names = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
      if (!from || !names || !('elements' in names)) continue;
      for (const { name, propertyName } of names.elements)
        module.elsewhere.set(name.text, { file: from, name: (propertyName ?? name).text });
    } else {
      const declaration = { writes: writesIn(statement.getText()), uses: identifiersOf(statement) };
      for (const name of namesOf(statement)) module.declarations.set(name, declaration);
    }
  }
  return module;
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  return ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)
    ? [statement.name?.text ?? 'default']
    : [];
}

function identifiersOf(node: ts.Node): string[] {
  const found: string[] = [];
  const visit = (each: ts.Node): void => {
    if (ts.isIdentifier(each)) found.push(each.text);
    if (!ts.isTypeNode(each)) ts.forEachChild(each, visit);
  };
  visit(node);
  return found;
}

/** The file of an import of the site itself. */
function resolve(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  const [, path] = /^@twostroke\/shared\/(.+)$/.exec(specifier) ?? [];
  const files = path
    ? [`${path}.ts`, `${path}.tsx`, `${path}/index.ts`].map((one) => join(repository, 'shared', one))
    : [];
  return files.find((one) => existsSync(one)) ?? null;
}

/** The writes of a text: calls of functions, writes to tables, calls of a gateway and of the auth provider. */
export function writesIn(text: string): string[] {
  const toFunctions = text.matchAll(/callRpc(?:<\w+>)?\(\s*'(\w+)'/g);
  const toTables = text.matchAll(/\.from\('(\w+)'\)\s*\.(insert|upsert|update|delete)\(/g);
  const toGateways = text.matchAll(/callBackend(?:<\w+>)?\('([^']+)'/g);
  const toAuth = text.matchAll(/\b(?:auth|mfa)\.(\w+)\(/g);
  return [
    ...[...toFunctions].map(([, name]) => name!),
    ...[...toTables].map(([, table, verb]) => `${table}.${verb}`),
    ...[...toGateways].map(([, path]) => path!),
    ...[...toAuth].map(([, method]) => `auth.${method}`),
  ];
}
