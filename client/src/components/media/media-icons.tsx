import { mediaType, type MediaType } from '@fundus/contract/reference/media-types';
import {
  AppWindow,
  Backpack,
  BookA,
  BookOpen,
  FileText,
  Film,
  Globe,
  Headphones,
  Image,
  Package,
  Puzzle,
  type LucideIcon,
} from 'lucide-react';

const ICONS: Record<MediaType['class'], LucideIcon> = {
  picture: Image,
  audio: Headphones,
  video: Film,
  package: Package,
  link: Globe,
  software: AppWindow,
  document: FileText,
  device: Backpack,
  lexicon: BookA,
  interactive: Puzzle,
  book: BookOpen,
};

/** Shows the icon of a media type. */
export function MediaTypeIcon({ code, className }: { code: string; className?: string }) {
  const Icon = ICONS[mediaType(code).class];
  return <Icon className={className} />;
}
