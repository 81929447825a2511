import type { ApiCall } from '../gateway/api-call.ts';

/**
 * The bytes of an upload: the file of a form, as storage-js sends what a browser holds, or the whole body.
 *
 * @returns undefined when the body is a form without exactly one file
 */
export async function readUpload(call: ApiCall): Promise<Buffer | undefined> {
  const type = call.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) return call.body;
  try {
    const form = await new Response(new Uint8Array(call.body), { headers: { 'content-type': type } }).formData();
    const files = [...form.values()].filter((value) => typeof value !== 'string');
    return files.length === 1 && files[0] ? Buffer.from(await files[0].arrayBuffer()) : undefined;
  } catch {
    return undefined; // not a form
  }
}
