/** Public API of legal pages. */
export { isLegalComplete, saveOperator } from './pages.ts';
