import { createStore } from 'jotai';

/**
 * The one store of the site. Actions change it outside React too: in loaders, storage events and realtime callbacks.
 */
export const store = createStore();
