/** All views of this feature as one chunk: most visitors never need it. */
export { CallbackForm } from './callback-form.tsx';
export { UnlistedBikeDialog } from './unlisted-bike-dialog.tsx';
