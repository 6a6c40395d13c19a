/** The door of shared media. */
export { readSharedOf } from './service.ts';
