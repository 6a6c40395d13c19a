/** What those behind the desk have, loaded together. */
export { DamageTab } from './DamageTab.tsx';
export { DeskTab } from './DeskTab.tsx';
export { InventoryTab } from './InventoryTab.tsx';
export { NumbersTab } from './NumbersTab.tsx';
export { MigrationTab } from './migration/MigrationTab.tsx';
export { PointDialog } from './PointDialog.tsx';
export { PrivateTab } from './PrivateTab.tsx';
export { StockTab } from './StockTab.tsx';
export { ToursTab } from './ToursTab.tsx';
export { TimelineTab } from './TimelineTab.tsx';
