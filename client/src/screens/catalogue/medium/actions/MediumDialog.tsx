import type { User } from '@fundus/contract/accounts/accounts';
import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import type { MediaFile } from '@fundus/contract/files/files';
import type { DownloadSource } from '../../../../components/media/SaveLink.tsx';
import { loadLater } from '../../../../ui/load-later.tsx';

const ReportDialog = loadLater(async () => (await import('../../../../components/reviews/ReportDialog.tsx')).ReportDialog);
const MoodleDialog = loadLater(async () => (await import('./MoodleDialog.tsx')).MoodleDialog);
const ShareDialog = loadLater(async () => (await import('../../../../components/sharing/ShareDialog.tsx')).ShareDialog);
const OfflineDialog = loadLater(async () => (await import('./OfflineDialog.tsx')).OfflineDialog);
const CiteDialog = loadLater(async () => (await import('./CiteDialog.tsx')).CiteDialog);

export type MediumDialogName = 'cite' | 'moodle' | 'report' | 'class' | 'offline';
type Props = {
  which: MediumDialogName;
  detail: MediaDetail;
  user: User | false;
  /** Files that play without a connection. */
  files: readonly MediaFile[];
  /** Files the user may download. */
  downloads: readonly MediaFile[];
  saving: DownloadSource;
  onClose: () => void;
};

/** Shows the dialog of an action. Loaded on demand. */
export function MediumDialog({ which, detail, user, files, downloads, saving, onClose }: Props) {
  if (which === 'cite') return <CiteDialog detail={detail} onClose={onClose} />;
  if (which === 'class') return <ShareDialog media={[detail]} onClose={onClose} />;
  if (which === 'moodle') return <MoodleDialog detail={detail} onClose={onClose} />;
  if (which === 'offline') return user && <OfflineDialog {...{ user, detail, files, downloads, saving, onClose }} />;
  return <ReportDialog detail={detail} onClose={onClose} />;
}
