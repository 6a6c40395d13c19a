import type { Translate } from '../../i18n/translate.ts';

/** "Kl. 5–8", or in full: a span of grades in the words of where it stands. */
export const sayGradeSpan = (t: Translate, where: 'card' | 'media' | 'market', { from, to }: { from: number; to: number }): string =>
  from === to ? t(`${where}.grade`, { from }) : t(`${where}.grades`, { from, to });
