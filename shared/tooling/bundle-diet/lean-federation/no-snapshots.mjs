/** Replaces runtime-core's plugins/snapshot/SnapshotHandler.js: a handler without snapshots of any remote. */
export class SnapshotHandler {
  hooks = { applyPlugin() {} };
  manifestCache = new Map();
}

/** Called when a remote is registered again. */
export function getGlobalRemoteInfo() {
  return {};
}
