/** Dialogs that only the desk uses, loaded as one file. */
export { CancelDialog } from './CancelDialog.tsx';
export { RenewDialog } from './RenewDialog.tsx';
