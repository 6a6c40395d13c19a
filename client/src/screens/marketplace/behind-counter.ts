/** What only those need who keep products: loaded when one of them comes. */
export { KeepTab } from './KeepTab.tsx';
export { ProductDialog } from './ProductDialog.tsx';
