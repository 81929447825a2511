import { loadReviews } from '../features/show-reviews/load-reviews.ts';

export const loader = () => loadReviews();
