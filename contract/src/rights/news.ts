/** Who may ask what of the news of a school; the marks are explained in `rights.ts`. */
import type { news } from '../news/news.ts';

/** News that were published for the school: its people, codes too, and whoever looks after them. */
const PUBLISHED = 'L++++0+0++';
/** A draft of them: whoever writes at it, in the advanced view. */
const DRAFT = 'L000+0+0--';
const WRITERS = 'L---++++--';
/** For the own school: an administrator of the district has none. */
const WRITERS_OF_A_SCHOOL = 'L---++----';
const EVERYBODY_HERE = 'L+++++++++';
const ACCOUNTS = 'L++++++++-';

export const NEWS_RIGHTS: Record<keyof typeof news, string> = {
  addFile: WRITERS,
  categories: WRITERS,
  change: DRAFT,
  create: WRITERS_OF_A_SCHOOL,
  draft: DRAFT,
  feed: EVERYBODY_HERE,
  file: PUBLISHED,
  list: EVERYBODY_HERE,
  manage: WRITERS,
  read: PUBLISHED,
  remove: DRAFT,
  seen: ACCOUNTS,
  setCategories: 'L-----++--',
  step: DRAFT,
  targets: WRITERS_OF_A_SCHOOL,
  unread: ACCOUNTS,
};
