/** What is wrong with a link, in words, with the number of the answer where there was one. */
import type { LinkCheck } from '@fundus/contract/link-checks/link-checks';
import type { Translate } from '../../../i18n/translate.ts';

export const sayProblem = (t: Translate, { problem, status }: LinkCheck): string =>
  `${t(`linkChecks.problem.${problem}`)}${status === null ? '' : ` (${status})`}`;
