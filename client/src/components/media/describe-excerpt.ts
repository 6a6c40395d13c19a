/** Titles and times of excerpts in lists. */
import type { ExcerptOf } from '@fundus/contract/catalogue/excerpts';
import { formatDuration } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';

/** Returns start and end of an excerpt, such as "0:12–0:40". */
export const formatExcerptTimes = ({ start_s, end_s }: Pick<ExcerptOf, 'start_s' | 'end_s'>): string =>
  `${formatDuration(start_s)}–${formatDuration(end_s)}`;

/** Returns the title of the medium and the times of the excerpt. */
export const describeExcerpt = (t: Translate, excerpt: ExcerptOf, title: string): string =>
  t('excerpts.of', { title, times: formatExcerptTimes(excerpt) });
