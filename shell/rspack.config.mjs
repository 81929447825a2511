import { defineShell } from '@twostroke/shared/tooling/define-shell.mjs';

export default defineShell({ root: new URL('.', import.meta.url) });
