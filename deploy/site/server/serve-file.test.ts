import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';
import { deltaEnding } from '../documents/compression-dictionary.ts';
import { poll } from '../../backend/testing/poll.ts';
import { serveReleaseFile } from './serve-file.ts';

const folder = tempFolder();
const release = join(folder.path, 'r/catalog/1');
mkdirSync(release, { recursive: true });
writeFileSync(join(release, 'small.js'), 'export {};');
const server = createServer((req, res) => void serveReleaseFile(folder.path, req.url ?? '', req, res));
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = server.address() as AddressInfo;
const ask = async (name: string): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}/r/catalog/1/${name}`)).text();
after(() => {
  server.closeAllConnections();
  server.close();
  folder.remove();
});

test('an unreadable body ends its answer, and the next one is served', async () => {
  writeFileSync(join(release, 'broken.js'), 'export {};');
  mkdirSync(join(release, 'broken.js.gz')); // can be opened, but not read
  await assert.rejects(ask('broken.js'));
  assert.equal(await ask('small.js'), 'export {};');
});

test('the file is closed when a visitor leaves in the middle of it', async () => {
  const large = join(release, 'large.js');
  writeFileSync(large, Buffer.alloc(30_000_000, 'a'));
  for (let visit = 0; visit < 3; visit += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /r/catalog/1/large.js HTTP/1.1\r\nHost: site\r\n\r\n');
    await once(socket, 'readable');
    assert.ok(isOpen(large));
    socket.destroy();
  }
  await poll('the file is closed', () => Promise.resolve(!isOpen(large)));
});

/** Whether this process holds the file open. */
function isOpen(file: string): boolean {
  return readdirSync('/proc/self/fd').some((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === file;
    } catch {
      return false; // closed meanwhile
    }
  });
}

test('a symbolic link is not followed, neither a file nor a folder', async () => {
  writeFileSync(join(folder.path, 'key.js'), 'secret');
  symlinkSync(join(folder.path, 'key.js'), join(release, 'linked.js'));
  symlinkSync(join(folder.path, 'key.js'), join(release, 'small.js.br'));
  symlinkSync(folder.path, join(release, 'up'));
  for (const name of ['linked.js', 'up/key.js']) {
    const path = `/r/catalog/1/${name}`;
    const request = { headers: {} } as IncomingMessage;
    assert.equal(serveReleaseFile(folder.path, path, request, {} as ServerResponse), false, name);
  }
  const brotli = { headers: { 'accept-encoding': 'br' } } as IncomingMessage;
  assert.equal(serveReleaseFile(folder.path, '/r/catalog/1/small.js', brotli, {} as ServerResponse), false);
});

test('a browser gets what has changed since the version that it has, and hears what its files are dictionaries for', async () => {
  const hash = 'a+/' + 'B'.repeat(37) + '//c=';
  writeFileSync(join(release, '8.69a51eca.js'), 'export const whole = 1;');
  writeFileSync(join(release, '8.69a51eca.js.br'), 'brotli');
  writeFileSync(join(release, `8.69a51eca.js${deltaEnding(hash)}`), 'delta');
  const headersOf = async (name: string, headers: Record<string, string>): Promise<Headers> =>
    (await fetch(`http://127.0.0.1:${port}/r/catalog/1/${name}`, { method: 'HEAD', headers })).headers;
  const bytesOf = async (headers: Record<string, string>) => {
    const sent = await headersOf('8.69a51eca.js', headers);
    assert.equal(sent.get('vary'), 'Accept-Encoding, Available-Dictionary');
    return [sent.get('content-encoding'), sent.get('content-length')];
  };
  const [before, after] = ['gzip, deflate, br, zstd', 'gzip, deflate, br, zstd, dcb, dcz'];
  const named = `:${hash}:`;
  assert.deepEqual(await bytesOf({ 'accept-encoding': after, 'available-dictionary': named }), ['dcz', '5']);
  assert.deepEqual(await bytesOf({ 'accept-encoding': before, 'available-dictionary': named }), ['br', '6']);
  assert.deepEqual(await bytesOf({ 'accept-encoding': `${before}, dcz;q=0`, 'available-dictionary': named }), [
    'br',
    '6',
  ]);
  for (const wrong of [`:${hash.replace('c', 'd')}:`, hash, ':../../key:', ''])
    assert.deepEqual(await bytesOf({ 'accept-encoding': after, 'available-dictionary': wrong }), ['br', '6'], wrong);

  const dictionaryFor = async (name: string, accepted: string) =>
    (await headersOf(name, { 'accept-encoding': accepted })).get('use-as-dictionary');
  assert.equal(await dictionaryFor('8.69a51eca.js', before), 'match="/r/catalog/*/8.*.js"');
  assert.equal(await dictionaryFor('8.69a51eca.js', 'gzip, deflate, br'), null, 'a browser without dictionaries');
  assert.equal(await dictionaryFor('large.js', before), null, 'no version in its name');
});
