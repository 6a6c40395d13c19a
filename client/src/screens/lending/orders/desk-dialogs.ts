/** Entry point of the dialogs that only the desk uses, loaded as one bundle. */
export { CancelDialog } from './CancelDialog.tsx';
export { RenewDialog } from './RenewDialog.tsx';
