import WebSocket from 'ws';

/** The WebSocket for supabase-js in Node 20, which has none. The types differ in details that supabase-js does not use. */
export const nodeWebSocket = WebSocket as unknown as typeof globalThis.WebSocket;
