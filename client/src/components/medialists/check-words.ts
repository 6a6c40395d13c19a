/** Returns a problem found by the lesson check as text. */
import type { ListCheck } from '@fundus/contract/medialists/medialists';
import { formatDate } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';

export const formatProblem = (t: Translate, locale: string, { problem, on, missing }: ListCheck['problems'][number]): string =>
  t(problem === 'taken' && on === null ? 'list.problem.taken.long' : `list.problem.${problem}`, {
    date: on ? formatDate(on, 'short', locale) : '',
    count: missing,
  });
