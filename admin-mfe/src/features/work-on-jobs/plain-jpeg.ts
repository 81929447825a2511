const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** A marker that stands alone: without a length and bytes. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= endOfImage);
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;
const isMetadata = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

/**
 * A JPEG file without what describes it: WebKit writes Exif (APP1) into a picture that it encodes itself, Apple's encoders
 * also APP13, and Storage rejects a file that has either. Of the APP segments those stay that decoding needs: JFIF,
 * the colour profile and Adobe's kind of colours. Comments, filling between segments and bytes behind the image go.
 *
 * @returns null for a file that is not one whole JPEG image
 */
export function plainJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) return null;
  const parts: Uint8Array[] = [bytes.subarray(0, 2)];
  let hasScan = false;
  let at = 2;
  for (;;) {
    // Before a marker, 0xFF may be repeated.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) return null;
    if (marker === endOfImage) {
      parts.push(bytes.subarray(at, at + 2));
      return hasScan ? join(parts) : null;
    }
    if (marker === 0 || isAlone(marker)) return null;
    let end = endOfSegment(bytes, at);
    if (end === null) return null;
    if (marker === startOfScan) {
      hasScan = true;
      end = endOfScan(bytes, end);
    }
    if (!isMetadata(marker) || isNeeded(marker, bytes.subarray(at + 4, end))) parts.push(bytes.subarray(at, end));
    at = end;
  }
}

/** Where a segment ends: its length counts its own two bytes. Null when the file ends before it. */
function endOfSegment(bytes: Uint8Array, at: number): number | null {
  const [high, low] = [bytes[at + 2], bytes[at + 3]];
  if (high === undefined || low === undefined) return null;
  const length = high * 256 + low;
  return length >= 2 && at + 2 + length <= bytes.length ? at + 2 + length : null;
}

/** Where the marker behind a scan begins: in a scan, 0xFF is followed by zero or by the marker of a restart. */
function endOfScan(bytes: Uint8Array, start: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at >= 0) {
    const next = bytes[at + 1];
    if (next === undefined || (next !== 0 && !isRestart(next))) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  return bytes.length;
}

/** APP2 also holds previews of the same photo, so it counts by its name. */
const neededNames = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
]);

function isNeeded(marker: number, content: Uint8Array): boolean {
  const name = neededNames.get(marker);
  return name !== undefined && [...name].every((letter, index) => content[index] === letter.charCodeAt(0));
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
