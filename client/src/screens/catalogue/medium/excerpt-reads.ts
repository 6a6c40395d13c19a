/** What a change of an excerpt puts out of date. */
import { excerpts } from '@fundus/contract/catalogue/excerpts';
import { classMedia } from '@fundus/contract/classes/media';
import { library } from '@fundus/contract/library/library';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';

export const EXCERPT_READS = {
  refreshes: [excerpts.excerpts, excerpts.listExcerpts, classMedia.media, sharedMedia.list, sharedMedia.classes, library.appearances],
};
