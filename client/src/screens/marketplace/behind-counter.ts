/** Parts for managers of products, loaded on demand. */
export { KeepTab } from './products/KeepTab.tsx';
export { ProductDialog } from './products/ProductDialog.tsx';
