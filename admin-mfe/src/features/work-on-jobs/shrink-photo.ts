import { plainJpeg } from './plain-jpeg.ts';

/** The long side of a stored photo, in pixels. */
const longSide = 1600;
/** Storage takes no larger file. */
const mostBytes = 1024 * 1024;

/** The size at which a picture is stored. */
export function storedSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, longSide / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/**
 * A photo as it is stored: at most 1,600 pixels wide or high, as WebP, or as JPEG where the browser can't write WebP. It is
 * drawn anew, so nothing of the camera's file is left in it: no place, no time, no device. What the browser itself writes
 * about a JPEG is cut out.
 * @throws when the file is no picture, or the browser can't encode it
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const canvas = document.createElement('canvas');
  Object.assign(canvas, storedSize(picture));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  for (const quality of [0.8, 0.6, 0.4]) {
    const webp = await encode(canvas, 'image/webp', quality);
    const photo = webp.type === 'image/webp' ? webp : await cut(await encode(canvas, 'image/jpeg', quality));
    if (photo.size <= mostBytes) return photo;
  }
  throw new Error('The picture stays too large.');
}

function encode(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty.'))), type, quality),
  );
}

async function cut(jpeg: Blob): Promise<Blob> {
  const bytes = plainJpeg(new Uint8Array(await jpeg.arrayBuffer()));
  if (!bytes) throw new Error('The picture is not a whole JPEG image.');
  return new Blob([bytes], { type: 'image/jpeg' });
}
