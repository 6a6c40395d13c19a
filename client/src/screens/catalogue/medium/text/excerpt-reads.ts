/** What is asked about excerpts of a medium, and what a change of one puts out of date. */
import { excerpts } from '@fundus/contract/catalogue/excerpts';
import { classMedia } from '@fundus/contract/classes/media';
import { library } from '@fundus/contract/library/library';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { query } from '../../../../api/query.ts';

/** Those of a medium a person may see, with the one an address names. */
export const readExcerpts = (identifier: string, code: string | undefined) => ({
  ...query(excerpts.excerpts, { params: { identifier }, query: code ? { code } : {} }),
  staleTime: 60_000,
  refetchOnWindowFocus: false,
});

export const EXCERPT_READS = {
  refreshes: [excerpts.excerpts, excerpts.listExcerpts, classMedia.media, sharedMedia.list, sharedMedia.classes, library.appearances],
};
