export { ShowCart as Component } from '../features/show-cart/show-cart.tsx';
