/** The door of legal. */
export { isLegalComplete, readOperator, saveOperator } from './pages.ts';
