import { defineRemote } from '@twostroke/shared/tooling/define-remote.mjs';

export default defineRemote({ name: 'account', root: new URL('.', import.meta.url) });
