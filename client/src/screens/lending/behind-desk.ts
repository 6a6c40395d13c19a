/** What those behind the desk have, loaded together. */
export { DeskTab } from './DeskTab.tsx';
export { PointDialog } from './PointDialog.tsx';
export { StockTab } from './StockTab.tsx';
