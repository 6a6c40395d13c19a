/** Reads of excerpts of a medium, and those that depend on a change. */
import { excerpts } from '@fundus/contract/catalogue/excerpts';
import { classMedia } from '@fundus/contract/classes/media';
import { library } from '@fundus/contract/library/library';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { query } from '../../../../api/query.ts';

/** Returns the query of the visible excerpts and the one in the address. */
export const readExcerpts = (identifier: string, code: string | undefined) => ({
  ...query(excerpts.excerpts, { params: { identifier }, query: code ? { code } : {} }),
  staleTime: 60_000,
  refetchOnWindowFocus: false,
});

export const EXCERPT_READS = {
  refreshes: [excerpts.excerpts, excerpts.listExcerpts, classMedia.media, sharedMedia.list, sharedMedia.classes, library.appearances],
};
