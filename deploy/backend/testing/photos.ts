/** A segment of a JPEG file: its marker, its length and its bytes. */
function segment(marker: number, bytes: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
}

const start = Buffer.from([0xff, 0xd8]);
const end = Buffer.from([0xff, 0xd9]);
/** The scan contains a stuffed zero and a restart, as real ones do. */
const scan = Buffer.concat([segment(0xda, Buffer.alloc(6)), Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3])]);

/** The structure of a JPEG photo, with further segments before its scan and further bytes behind it. */
export function jpeg({ segments = [] as [number, string][], behind = '' } = {}): Buffer {
  const further = segments.map(([marker, text]) => segment(marker, Buffer.from(text)));
  return Buffer.concat([start, segment(0xe0, Buffer.from('JFIF\0')), ...further, scan, end, Buffer.from(behind)]);
}

function chunk(name: string, bytes: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)]);
}

/** The structure of a WebP photo of so many bytes, with further chunks and further bytes behind it. */
export function webp({ size = 33, chunks = [] as [string, string][], behind = '' } = {}): Buffer {
  const further = chunks.map(([name, text]) => chunk(name, Buffer.from(text)));
  const body = Buffer.concat([Buffer.from('WEBP'), chunk('VP8 ', Buffer.alloc(size, 7)), ...further]);
  return Buffer.concat([chunk('RIFF', body), Buffer.from(behind)]);
}
