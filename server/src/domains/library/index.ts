/** Public API of the personal library. */
export { dropOpenWishes } from './wish-repository.ts';
export { decideWish, makeWish, settleWishes, unsettleWishes } from './wishes.ts';
