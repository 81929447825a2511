export { readFreeTimes as live } from '../features/find-free-time/read-next-free.ts';
