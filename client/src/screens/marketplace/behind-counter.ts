/** What only those need who keep products: loaded when one of them comes. */
export { KeepTab } from './products/KeepTab.tsx';
export { ProductDialog } from './products/ProductDialog.tsx';
