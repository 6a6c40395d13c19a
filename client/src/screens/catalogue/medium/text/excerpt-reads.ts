/** Reads of the excerpts of a medium, and the reads to refetch after a change. */
import { excerpts } from '@fundus/contract/catalogue/excerpts';
import { classMedia } from '@fundus/contract/classes/media';
import { library } from '@fundus/contract/library/library';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { query } from '../../../../api/query.ts';

/** Returns the query of the excerpts that the user can see, including the one in the address. */
export const readExcerpts = (identifier: string, code: string | undefined) => ({
  ...query(excerpts.excerpts, { params: { identifier }, query: code ? { code } : {} }),
  staleTime: 60_000,
  refetchOnWindowFocus: false,
});

export const EXCERPT_READS = {
  refreshes: [excerpts.excerpts, excerpts.listExcerpts, classMedia.media, sharedMedia.list, sharedMedia.classes, library.appearances],
};
