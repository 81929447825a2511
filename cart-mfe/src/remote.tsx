import type { RemoteModule } from '@twostroke/shared/contracts/module';

/** What the shell loads of the cart. Page and slot are chunks of their own. */
export default {
  contract: 1,
  pages: { 'book-service': () => import('./pages/book-service') },
  slots: { 'cart-drawer': () => import('./slots/cart-drawer') },
} satisfies RemoteModule;
