/** The door of shared media. */
export { insertFirstShared } from './first-shared.ts';
export { sweepShared } from './sharing.ts';
