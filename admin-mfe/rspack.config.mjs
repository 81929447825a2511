import { defineRemote } from '@twostroke/shared/tooling/define-remote.mjs';

export default defineRemote({ name: 'admin', root: new URL('.', import.meta.url) });
