/** Public API of the personal library. */
export { dropOpenWishes } from './wish-repository.ts';
export { decideWish, setWish, markWishesMet, unsettleWishes } from './wishes.ts';
