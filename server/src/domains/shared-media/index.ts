/** The door of shared media. */
export { seedShared } from './seed.ts';
export { readSharedOf } from './service.ts';
