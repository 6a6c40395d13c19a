/** Public API of shared media. */
export { readSharedOf } from './service.ts';
