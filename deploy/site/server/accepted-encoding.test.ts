import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedEncodings } from './accepted-encoding.ts';

test('the encoding that a client likes best comes first, of several liked equally the smallest', () => {
  const first: [header: string | undefined, encoding: string][] = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP;Q=0.5', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*;q=0', 'identity'],
    ['br;q=much, gzip', 'gzip'],
    ['bread', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ];
  for (const [header, encoding] of first) assert.equal(acceptedEncodings(header)[0], encoding, header);
});
