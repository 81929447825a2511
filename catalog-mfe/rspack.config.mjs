import { defineRemote } from '@twostroke/shared/tooling/define-remote.mjs';

export default defineRemote({ name: 'catalog', root: new URL('.', import.meta.url) });
