/** The door of legal. */
export { readOperator } from './pages.ts';
