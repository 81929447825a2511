import { leaveOut } from '../leave-out.mjs';
import { leftOut } from './left-out.mjs';

/** Leaves functions out of the file of React Router that holds them all. */
export default function leaveOutOfRouter(source) {
  return source.includes('function createRouter(') ? leaveOut(source, leftOut, 'React Router') : source;
}
