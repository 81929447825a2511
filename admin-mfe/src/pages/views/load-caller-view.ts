/** Downloads the page to book for a caller, with what reads its data. */
export const loadCallerView = () => import('./caller-view.tsx');
