import { basename } from 'node:path';
import { leaveOut } from '../leave-out.mjs';
import { leftOut } from './left-out.mjs';

/** Leaves functions out of the files of React and React DOM that `left-out.mjs` names. */
export default function leaveOutOfReact(source) {
  const file = basename(this.resourcePath);
  return leftOut[file] ? leaveOut(source, leftOut[file], file) : source;
}
