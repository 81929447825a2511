/** One request to the API, read completely. */
export interface ApiCall {
  method: string;
  url: URL;
  headers: Headers;
  body: Buffer;
  /** What limits are counted by. */
  address: string;
}

/** The call as a fetch Request, for lite. */
export function toRequest(call: ApiCall): Request {
  const hasBody = call.method !== 'GET' && call.method !== 'HEAD' && call.body.length > 0;
  return new Request(call.url, {
    method: call.method,
    headers: call.headers,
    ...(hasBody ? { body: new Uint8Array(call.body) } : {}),
  });
}

/** The body as a JSON object; undefined when it is anything else. Decoded as lite does, which skips a byte order mark. */
export function jsonBody(call: ApiCall): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(new TextDecoder().decode(call.body)) as unknown;
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The same call with another JSON body. */
export function withJsonBody(call: ApiCall, body: Record<string, unknown>): ApiCall {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = new Headers(call.headers);
  headers.set('content-type', 'application/json');
  headers.set('content-length', String(bytes.length));
  return { ...call, headers, body: bytes };
}
