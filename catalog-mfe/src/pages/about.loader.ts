import { countCatalog } from '../features/tell-about/count-catalog.ts';

export const loader = countCatalog;
