/** Entry point of the components for managers of products, loaded on demand. */
export { ManageProductsTab } from './products/ManageProductsTab.tsx';
export { ProductDialog } from './products/ProductDialog.tsx';
