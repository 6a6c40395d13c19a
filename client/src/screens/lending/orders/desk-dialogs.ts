/** What only the desk is asked about a loan, loaded together. */
export { CancelDialog } from './CancelDialog.tsx';
export { RenewDialog } from './RenewDialog.tsx';
