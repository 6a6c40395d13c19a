/** The door of shared media. */
export { seedShared } from './seed.ts';
export { sweepShared } from './sharing.ts';
export { readSharedOf } from './service.ts';
