/** Public API of the personal library. */
export { dropOpenWishes } from './wish-repository.ts';
export { decideWish, setWish, settleWishes, unsettleWishes } from './wishes.ts';
