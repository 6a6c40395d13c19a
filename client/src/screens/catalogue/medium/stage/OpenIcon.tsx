import { BookOpen, ExternalLink, FileText, Image, Package, Play, Puzzle, type LucideIcon } from 'lucide-react';
import type { MediaFile } from '@fundus/contract/files/files';

const ICONS: Record<MediaFile['viewer'], LucideIcon> = {
  video: Play,
  audio: Play,
  picture: Image,
  pdf: FileText,
  epub: BookOpen,
  h5p: Puzzle,
  package: Package,
  link: ExternalLink,
  none: FileText,
};

/** Shows an icon for the viewer of a medium. */
export function OpenIcon({ viewer }: { viewer: MediaFile['viewer'] }) {
  const Icon = ICONS[viewer];
  return <Icon className={Icon === Play ? 'full' : undefined} />;
}
