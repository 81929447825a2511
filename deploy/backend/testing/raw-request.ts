import { request } from 'node:http';

export interface RawResponse {
  status: number;
  body: string;
  rawHeaders: string[];
}

/** One request whose path is sent verbatim: fetch and supabase-js normalise every URL. */
export function rawRequest(
  site: { url: string; backend: { anonKey: string } },
  method: string,
  path: string,
  body?: string,
  more: Record<string, string> = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(site.url);
  const headers = {
    apikey: site.backend.anonKey,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...more,
  };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      let text = '';
      answer.on('data', (part: Buffer) => (text += String(part)));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text, rawHeaders: answer.rawHeaders }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
