/** Returns the problem of a link as text, including the status code if there was a response. */
import type { LinkCheck } from '@fundus/contract/link-checks/link-checks';
import type { Translate } from '../../../i18n/translate.ts';

export const formatLinkProblem = (t: Translate, { problem, status }: LinkCheck): string =>
  `${t(`linkChecks.problem.${problem}`)}${status === null ? '' : ` (${status})`}`;
