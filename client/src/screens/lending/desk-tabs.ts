/** Tabs and dialogs for staff of the lending desk, loaded as one file. */
export { DamageTab } from './condition/DamageTab.tsx';
export { DeskTab } from './desk/DeskTab.tsx';
export { InventoryTab } from './inventory/InventoryTab.tsx';
export { NumbersTab } from './reports/NumbersTab.tsx';
export { PointDialog } from './points/PointDialog.tsx';
export { PrivateTab } from './private-borrowers/PrivateTab.tsx';
export { StockTab } from './stock/StockTab.tsx';
export { ToursTab } from './courier/ToursTab.tsx';
export { TimelineTab } from './desk/timeline/TimelineTab.tsx';
export { MigrationTab } from './migration/MigrationTab.tsx';
