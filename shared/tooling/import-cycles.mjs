import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

/* node shared/tooling/import-cycles.mjs [folder]: prints import cycles. TypeScript's scanner reads the imports,
   those of types too, without a type check: all files of the repository take a second or two. */

const noSources = new Set(['node_modules', 'dist', 'dist-dev', 'dist-node', 'coverage', '.data', '.cache', '.git']);
const endings = ['', '.ts', '.tsx', '.mjs', '.js', '/index.ts', '/index.tsx'];
const ownPackage = '@twostroke/shared/';

/**
 * Finds all import cycles, types included.
 * @param {string} root the repository
 * @returns {string[][]} the files of each cycle, relative to root
 */
export function findCycles(root) {
  return connectedFiles(readImports(root)).map((files) => files.map((file) => relative(root, file)).sort());
}

/**
 * Reads what each source file of the repository imports from it, style sheets and types included.
 * @param {string} root the repository
 * @returns {Map<string, string[]>} absolute paths
 */
export function readImports(root) {
  return new Map(sourceFiles(root).map((file) => [file, importsOf(root, file)]));
}

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return noSources.has(entry.name) ? [] : sourceFiles(path);
    return /\.(ts|tsx|mjs|js)$/.test(entry.name) ? [path] : [];
  });
}

function importsOf(root, file) {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('.')) return existing(resolve(dirname(file), fileName));
    if (fileName.startsWith(ownPackage)) return existing(join(root, 'shared', fileName.slice(ownPackage.length)));
    return [];
  });
}

function existing(path) {
  const ending = endings.find((each) => existsSync(path + each) && statSync(path + each).isFile());
  return ending === undefined ? [] : [path + ending];
}

/** Tarjan's algorithm: groups of files in which each imports every other, directly or through others. */
function connectedFiles(imports) {
  const [index, low, stack, groups] = [new Map(), new Map(), [], []];
  const visit = (file) => {
    index.set(file, index.size);
    low.set(file, index.get(file));
    stack.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file), low.get(next)));
    }
    if (low.get(file) !== index.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1 || imports.get(file)?.includes(file)) groups.push(group);
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return groups;
}

if (process.argv[1] === import.meta.filename) {
  const cycles = findCycles(resolve(process.argv[2] ?? '.'));
  for (const files of cycles) console.log(`${files.length} files import each other:\n  ${files.join('\n  ')}`);
  console.log(`${cycles.length} cycles`);
  process.exit(cycles.length > 0 ? 1 : 0);
}
