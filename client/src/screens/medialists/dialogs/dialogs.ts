/** Entry point of the dialogs of a list, loaded on demand. */
export { AddDialog } from './AddDialog.tsx';
export { EditListDialog } from './EditListDialog.tsx';
export { HandOverDialog } from './HandOverDialog.tsx';
export { ItemDialog } from './ItemDialog.tsx';
export { LinkDialog } from './LinkDialog.tsx';
export { MoodleListDialog } from './MoodleListDialog.tsx';
export { PlaceDialog } from './PlaceDialog.tsx';
export { ReleaseDaysDialog } from './ReleaseDaysDialog.tsx';
export { ShowLinkDialog } from './ShowLinkDialog.tsx';
export { ShareListDialog } from '../share/ShareListDialog.tsx';
export { ToListsDialog } from './ToListsDialog.tsx';
