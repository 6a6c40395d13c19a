import type { Translate } from '../../i18n/translate.ts';

/** Returns a range of grades such as "Kl. 5–8". `area` selects a short or long form. */
export const formatGradeSpan = (t: Translate, area: 'card' | 'media' | 'market', { from, to }: { from: number; to: number }): string =>
  from === to ? t(`${area}.grade`, { from }) : t(`${area}.grades`, { from, to });
