import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { listApps } from '../../shared/tooling/list-apps.mjs';

const root = join(import.meta.dirname, '../..');
const { fileNames } = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.base.json'), undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => assert.fail(String(messageText)),
})!;
const files = fileNames.map((file) => relative(root, file));

test('the type check of the repository covers every app', () => {
  for (const { workspace } of listApps(root))
    assert.ok(
      files.some((file) => file.startsWith(`${workspace}/src/`)),
      workspace,
    );
});

test('two exported types never share a name', () => {
  const places = new Map<string, string[]>();
  for (const file of files)
    for (const name of exportedTypes(file)) places.set(name, [...(places.get(name) ?? []), file]);
  const duplicates = [...places].filter(([, where]) => where.length > 1);
  assert.deepEqual(
    duplicates.map(([name, where]) => `${name}: ${where.join(', ')}`),
    [],
    'Name each type by its role, or share the one shape.',
  );
});

/** The interfaces, type aliases, classes and enums that a file declares and exports. */
function exportedTypes(file: string): string[] {
  const declarations = readFileSync(join(root, file), 'utf8').matchAll(
    /^export (?:declare |abstract |const )*(?:interface|type|class|enum) (\w+)/gm,
  );
  return [...declarations].map(([, name]) => name!);
}
