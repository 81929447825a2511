/** What browsers have and jsdom lacks. */
const { TextDecoder, TextEncoder } = require('node:util');
const streams = require('node:stream/web');

Object.assign(globalThis, { TextDecoder, TextEncoder });
for (const name of ['ReadableStream', 'WritableStream', 'TransformStream'])
  if (!(name in globalThis)) globalThis[name] = streams[name];
if (typeof window !== 'undefined') {
  // jsdom hides Node's own fetch API from tests; the router needs Request and Response.
  const ofNode = require('node:vm').runInThisContext('({ Request, Response, Headers, fetch, URL, URLSearchParams })');
  for (const name of ['Request', 'Response', 'fetch']) if (!(name in globalThis)) globalThis[name] = ofNode[name];
  // jsdom's follow the same standards, more slowly.
  for (const name of ['Headers', 'URL', 'URLSearchParams']) globalThis[name] = ofNode[name];
  window.scrollTo = () => undefined;
  window.Element.prototype.scrollIntoView ??= () => undefined;
  window.Element.prototype.animate ??= () => undefined;
  // Nothing is laid out, so nothing is in view.
  window.Document.prototype.elementFromPoint ??= () => null;
  window.CSS ??= { escape: (text) => String(text).replace(/[^\w-]/g, '\\$&') };
  window.matchMedia ??= (media) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  keepSameName(window.HTMLInputElement.prototype);
  const dialog = window.HTMLDialogElement?.prototype;
  if (dialog && !dialog.showModal) {
    dialog.showModal = function showModal() {
      this.setAttribute('open', '');
    };
    dialog.close = function close() {
      if (!this.hasAttribute('open')) return;
      this.removeAttribute('open');
      this.dispatchEvent(new window.Event('close'));
    };
  }
}

/** React sets the name of each input at each render, and jsdom then looks for the other radios of its group in the page. */
function keepSameName(input) {
  const { get, set } = Object.getOwnPropertyDescriptor(input, 'name');
  Object.defineProperty(input, 'name', {
    configurable: true,
    enumerable: true,
    get,
    set(name) {
      if (this.getAttribute('name') !== name) set.call(this, name);
    },
  });
}
