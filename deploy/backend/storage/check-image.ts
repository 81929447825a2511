/** What an upload must be to be stored; `extension` is what its name must end with. */
interface ImageKind {
  type: 'image/webp' | 'image/jpeg';
  extension: string;
}

/**
 * Recognises a photo by its bytes, whatever type it claims to be. Only a file that is one image from its first byte to
 * its last is recognised: bytes behind it could be a program. Exif and XMP are refused, because they hold where and with
 * what a photo was taken; the floor cuts them out, as WebKit writes Exif into a JPEG that it encodes.
 *
 * @returns the kind of image, or the reason why the file is refused
 */
export function checkImage(bytes: Buffer): ImageKind | 'not_an_image' | 'has_metadata' {
  const problem = isWebP(bytes) ? readWebP(bytes) : isJpeg(bytes) ? readJpeg(bytes) : 'not_an_image';
  if (problem !== null) return problem;
  return isWebP(bytes) ? { type: 'image/webp', extension: 'webp' } : { type: 'image/jpeg', extension: 'jpg' };
}

function isWebP(bytes: Buffer): boolean {
  return bytes.length >= 20 && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

const pictureChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']);

/** Walks the chunks of a WebP file (RIFF): each is a name of four letters, a length and its bytes, padded to even. */
function readWebP(bytes: Buffer): 'not_an_image' | 'has_metadata' | null {
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return 'not_an_image';
  let hasPicture = false;
  let at = 12;
  while (at < bytes.length) {
    if (at + 8 > bytes.length) return 'not_an_image';
    const name = bytes.toString('latin1', at, at + 4);
    if (name === 'EXIF' || name === 'XMP ') return 'has_metadata';
    if (!pictureChunks.has(name)) return 'not_an_image';
    hasPicture ||= name === 'VP8 ' || name === 'VP8L';
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return hasPicture && at === bytes.length ? null : 'not_an_image';
}

function isJpeg(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8;
}

const startOfScan = 0xda;
const endOfImage = 0xd9;
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;
/** APP1 holds Exif or XMP, APP13 what Photoshop writes, 0xFE a comment. */
const metadata = new Set([0xe1, 0xed, 0xfe]);

/** Walks the segments of a JPEG file: 0xFF, a marker, a length that counts itself, and its bytes. */
function readJpeg(bytes: Buffer): 'not_an_image' | 'has_metadata' | null {
  let at = 2;
  let hasScan = false;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return 'not_an_image';
    if (metadata.has(marker)) return 'has_metadata';
    at += 2 + bytes.readUInt16BE(at + 2);
    if (marker !== startOfScan) continue;
    hasScan = true;
    at = endOfScan(bytes, at);
  }
  const ends = at === bytes.length - 2 && bytes[at] === 0xff && bytes[at + 1] === endOfImage;
  return hasScan && ends ? null : 'not_an_image';
}

/** Where the next marker begins: in the bytes of a scan, 0xFF is followed by zero, or by a marker of a restart. */
function endOfScan(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at >= 0 && at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !isRestart(next)) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  return bytes.length;
}
