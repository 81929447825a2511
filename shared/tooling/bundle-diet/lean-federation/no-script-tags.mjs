/** Replaces the sdk's dom.js: remotes are ES modules and are imported; the security policy allows no added script. */
export function loadScript() {
  return Promise.reject(new Error('Remotes are ES modules.'));
}

export function createScript() {}

export function createLink() {}

export function isStaticResourcesEqual() {
  return false;
}

export function safeWrapper() {}
