import type { Translate } from '../../i18n/translate.ts';

/** Returns "Kl. 5–8", short or in full depending on the place. */
export const formatGradeSpan = (t: Translate, area: 'card' | 'media' | 'market', { from, to }: { from: number; to: number }): string =>
  from === to ? t(`${area}.grade`, { from }) : t(`${area}.grades`, { from, to });
