import { readNextFree } from '../features/find-free-time/read-next-free.ts';

/** The next free time at the gate. */
export const live = () => readNextFree('doorstep');
