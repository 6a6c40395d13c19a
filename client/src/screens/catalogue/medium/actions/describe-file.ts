/** Returns the format, quality and size of a file, to show next to its download link. */
import type { MediaFile } from '@fundus/contract/files/files';
import { formatBytes } from '../../../../i18n/format.ts';
import { joinFacts } from '../../../../i18n/join-facts.ts';
import { formatName, qualityLabel } from '../../../../player/playback/media-parts.ts';

export const describeFile = (file: MediaFile, locale: string): string =>
  joinFacts([formatName(file.mime), file.height && qualityLabel(file), file.bytes > 0 && formatBytes(file.bytes, locale)]);
