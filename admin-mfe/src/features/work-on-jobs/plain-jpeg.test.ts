import { plainJpeg } from './plain-jpeg.ts';
import { shrinkPhoto } from './shrink-photo.ts';

type Part = readonly number[];

const letters = (text: string): Part => [...text].map((letter) => letter.charCodeAt(0));
const segment = (marker: number, content: Part): Part => [0xff, marker, 0, content.length + 2, ...content];
const file = (...parts: Part[]): Uint8Array<ArrayBuffer> => Uint8Array.from(parts.flat());

const start = [0xff, 0xd8];
const jfif = segment(0xe0, letters('JFIF\0\x01\x01'));
const exif = segment(0xe1, letters('Exif\0\0MM\0*'));
const profile = segment(0xe2, letters('ICC_PROFILE\0\x01\x01'));
const previews = segment(0xe2, letters('MPF\0MM\0*'));
const photoshop = segment(0xed, letters('Photoshop 3.0\x008BIM'));
const adobe = segment(0xee, letters('Adobe\0d'));
const comment = segment(0xfe, letters('Pune'));
const tables = [...segment(0xdb, [0, 1, 2]), ...segment(0xc0, [8, 0, 1, 0, 1]), ...segment(0xc4, [0, 1])];
/** With a stuffed zero and a restart, as real ones have. */
const scan = [...segment(0xda, [1, 1, 0]), 5, 0xff, 0, 6, 0xff, 0xd0, 7];
const end = [0xff, 0xd9];
const plain = file(start, jfif, tables, scan, end);

test('Exif, what Photoshop writes, comments and previews are cut; what decoding needs stays, byte for byte', () => {
  const written = file(start, jfif, exif, profile, previews, photoshop, adobe, comment, tables, scan, end);
  expect(plainJpeg(written)).toEqual(file(start, jfif, profile, adobe, tables, scan, end));
  expect(plainJpeg(plain)).toEqual(plain);
});

test('Exif in place of JFIF, segments between scans, filling and bytes behind the image are cut', () => {
  expect(plainJpeg(file(start, exif, tables, scan, end))).toEqual(file(start, tables, scan, end));
  const progressive = file(start, tables, scan, comment, tables, scan, [0xff, 0xff], end, letters('<script>'));
  expect(plainJpeg(progressive)).toEqual(file(start, tables, scan, tables, scan, end));
});

test('a file that is cut off anywhere is no image, and nothing throws', () => {
  const whole = file(start, jfif, exif, photoshop, tables, scan, end);
  for (let length = 0; length < whole.length; length += 1)
    expect([length, plainJpeg(whole.subarray(0, length))]).toEqual([length, null]);
});

test('odd files are no image: another kind, no scan, a length of less than two, bytes between segments', () => {
  const odd = [
    file(letters('RIFF\0\0\0\0WEBP')),
    file(start, jfif, end),
    file(start, [0xff, 0xe1, 0, 1], tables, scan, end),
    file(start, [0xff, 0xe1, 0xff, 0xff], tables, scan, end),
    file(start, jfif, [0], tables, scan, end),
    file(start, start, tables, scan, end),
    file(start, [0xff, 0], tables, scan, end),
  ];
  for (const each of odd) expect(plainJpeg(each)).toBeNull();
});

describe('on a phone that can not write WebP', () => {
  /** As WebKit: WebP is answered with PNG, and a JPEG has Exif. */
  function encodeAsWebKit(jpeg: Uint8Array<ArrayBuffer>): void {
    const canvas = {
      getContext: () => ({ drawImage: () => undefined }),
      toBlob(done: BlobCallback, type: string) {
        const isJpeg = type === 'image/jpeg';
        done(new Blob(isJpeg ? [jpeg] : ['png'], { type: isJpeg ? type : 'image/png' }));
      },
    };
    Object.assign(globalThis, {
      createImageBitmap: async () => ({ width: 4, height: 3, close: () => undefined }),
      document: { createElement: () => canvas },
    });
  }
  afterEach(() => {
    for (const name of ['createImageBitmap', 'document']) Reflect.deleteProperty(globalThis, name);
  });

  test('the photo has no Exif', async () => {
    encodeAsWebKit(file(start, jfif, exif, photoshop, tables, scan, end));
    const photo = await shrinkPhoto(new Blob(['HEIC']));
    expect(photo.type).toBe('image/jpeg');
    expect(new Uint8Array(await photo.arrayBuffer())).toEqual(plain);
  });

  test('a broken JPEG is rejected', async () => {
    encodeAsWebKit(file(start, jfif, exif));
    await expect(shrinkPhoto(new Blob(['HEIC']))).rejects.toThrow('not a whole JPEG');
  });
});
