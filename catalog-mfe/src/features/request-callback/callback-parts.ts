/** Everything of this feature that is drawn, as one download: most visitors never need it. */
export { CallbackForm } from './callback-form.tsx';
export { UnlistedBikeDialog } from './unlisted-bike-dialog.tsx';
