export interface ReadDocument {
  html: string;
  headers: Headers;
  /** The release, or the preview, that the document says it belongs to. */
  release: string;
}

const named = { release: /"release":"(\w+)"/, preview: /"release":"(preview-\w+)"/ };

/** A page as the server answers a visitor with this cookie. */
export async function readDocument(url: string, of: keyof typeof named, cookie?: string): Promise<ReadDocument> {
  const answer = await fetch(url, { headers: cookie === undefined ? undefined : { cookie } });
  const html = await answer.text();
  return { html, headers: answer.headers, release: named[of].exec(html)![1]! };
}
