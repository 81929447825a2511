import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkImage } from '../storage/check-image.ts';
import { jpeg, webp } from '../testing/photos.ts';

test('a photo is recognised by its bytes', () => {
  assert.deepEqual(checkImage(jpeg()), { type: 'image/jpeg', extension: 'jpg' });
  assert.deepEqual(checkImage(webp()), { type: 'image/webp', extension: 'webp' });
  const profile = [['ICCP', 'colours']] as [string, string][];
  assert.deepEqual(checkImage(webp({ chunks: profile })), { type: 'image/webp', extension: 'webp' });
});

test('a photo that says where it was taken is refused', () => {
  for (const marker of [0xe1, 0xed, 0xfe])
    assert.equal(checkImage(jpeg({ segments: [[marker, 'gps']] })), 'has_metadata');
  for (const name of ['EXIF', 'XMP ']) assert.equal(checkImage(webp({ chunks: [[name, 'gps']] })), 'has_metadata');
});

test('a file that is more or less than one image is refused', () => {
  const script = '<script>alert(1)</script>';
  const photos = [jpeg(), webp()];
  const files = [
    ...[jpeg({ behind: script }), webp({ behind: script }), webp({ chunks: [['HTML', script]] })],
    ...photos.flatMap((photo) => [photo.subarray(0, -1), photo.subarray(0, 19), Buffer.concat([photo, photo])]),
    ...['', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', `${'\xff\xd8'}${script}`].map((text) =>
      Buffer.from(text, 'latin1'),
    ),
    Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
  ];
  for (const file of files) assert.equal(checkImage(file), 'not_an_image', file.toString('latin1'));
});

test('no bytes make the check fail or run on', () => {
  const photos = [jpeg(), webp()];
  for (const photo of photos)
    for (let at = 0; at < photo.length; at += 1)
      for (const value of [0, 1, 0x7f, 0x80, 0xd8, 0xd9, 0xda, 0xff]) {
        const changed = Buffer.from(photo);
        changed[at] = value;
        assert.ok(checkImage(changed));
      }
});
