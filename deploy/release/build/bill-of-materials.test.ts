import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { billOfMaterials, bundledPackages } from './bill-of-materials.ts';
import * as v from 'valibot';
import { repository } from './ensure-installed.mjs';

const release = { app: 'shell', version: '1.0.0-12345678' };
const builtPackages = (folder: string) =>
  v.parse(bundledPackages, JSON.parse(readFileSync(join(repository, folder, 'bundled-packages.json'), 'utf8')));

test('the bill of the shell is valid CycloneDX 1.6 and names what its builds contain, with licence', async () => {
  const text = billOfMaterials(release, [builtPackages('shell/dist'), builtPackages('shell/dist-node')]);
  assert.equal(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text), null);
  const { metadata, components } = JSON.parse(text) as {
    metadata: { component: { name: string; version: string } };
    components: { name: string; group?: string; version: string; purl: string; licenses: unknown[] }[];
  };
  assert.deepEqual([metadata.component.name, metadata.component.version], [release.app, release.version]);
  const { version } = JSON.parse(
    readFileSync(join(repository, 'node_modules/@supabase/auth-js/package.json'), 'utf8'),
  ) as { version: string };
  const client = components.find(({ name }) => name === 'auth-js');
  assert.deepEqual(
    [client?.group, client?.version, client?.purl, client?.licenses],
    ['@supabase', version, `pkg:npm/%40supabase/auth-js@${version}`, [{ license: { id: 'MIT' } }]],
  );
  const names = components.map(({ name }) => name);
  assert.ok(['react-dom', 'react-router', 'web-vitals'].every((name) => names.includes(name)));
  assert.ok(!names.some((name) => ['jest', 'typescript', 'shared'].includes(name)), 'tools are not part of a release');
});

test('a package in both builds is listed once, and the same packages give the same text', () => {
  const packages = [
    { name: 'one', version: '1.0.0', license: 'MIT' },
    { name: '@scope/two', version: '2.0.0', license: '(MIT OR CC0-1.0)' },
  ];
  const text = billOfMaterials(release, [packages, [...packages].reverse()]);
  assert.equal((JSON.parse(text) as { components: unknown[] }).components.length, 2);
  assert.equal(text, billOfMaterials(release, [[...packages].reverse(), packages]));
});
