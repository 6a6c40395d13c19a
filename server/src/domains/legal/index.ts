/** Public API of legal pages. */
export { isLegalComplete, readOperator, saveOperator } from './pages.ts';
