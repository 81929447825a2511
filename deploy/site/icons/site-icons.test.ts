import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readSiteIcon } from './site-icons.ts';

/** Width and height of a PNG. */
function sizeOf(png: Buffer): number[] {
  assert.equal(png.toString('latin1', 1, 4), 'PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('the touch icon is a PNG of 180 px without transparency, which a phone would paint black', () => {
  const png = readSiteIcon('apple-touch-icon.png');
  assert.deepEqual(sizeOf(png), [180, 180]);
  assert.equal(png.readUInt8(25), 2, 'colour type RGB');
});

test('the favicon contains the mark in 16, 32 and 48 px', () => {
  const ico = readSiteIcon('favicon.ico');
  assert.deepEqual([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)], [0, 1, 3]);
  const images = [0, 1, 2].map((index) => {
    const entry = ico.subarray(6 + 16 * index);
    return ico.subarray(entry.readUInt32LE(12), entry.readUInt32LE(12) + entry.readUInt32LE(8));
  });
  assert.deepEqual(
    images.map((png) => sizeOf(png)[0]),
    [16, 32, 48],
  );
});

test('the icons match the mark: run draw-site-icons.ts after a change', () => {
  const mark = readFileSync(new URL('../../../shared/ui/art/mark.svg', import.meta.url));
  assert.equal(
    createHash('sha256').update(mark).digest('hex'),
    '55d3a59f02501d9b278a6b91e457673372b59a878375a4c3cf3326b4bf167d73',
  );
});
