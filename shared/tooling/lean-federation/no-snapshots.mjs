/** In the place of runtime-core's plugins/snapshot/SnapshotHandler.js: a handler that knows no snapshot of any remote. */
export class SnapshotHandler {
  hooks = { applyPlugin() {} };
  manifestCache = new Map();
}

/** Asked for when a remote is registered again. */
export function getGlobalRemoteInfo() {
  return {};
}
