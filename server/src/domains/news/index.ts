/** The door of news. */
export { seedCategories, seedLastLook, seedNews } from './seed.ts';
