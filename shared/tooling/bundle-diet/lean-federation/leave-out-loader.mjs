import { leaveOut } from '../leave-out.mjs';
import { leftOut } from './left-out.mjs';

/** Leaves functions out of the files of the federation runtime that `left-out.mjs` names. */
export default function leaveOutOfFederation(source) {
  const file = Object.keys(leftOut).find((name) => this.resourcePath.endsWith(`/@module-federation/${name}`));
  return file ? leaveOut(source, leftOut[file], file) : source;
}
