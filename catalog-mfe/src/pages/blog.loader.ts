import { loadPosts } from '../features/list-posts/load-posts.ts';

export const loader = loadPosts;
