import type { Translate } from '../../i18n/translate.ts';

/** Returns "Kl. 5–8", short or in full depending on the place. */
export const sayGradeSpan = (t: Translate, where: 'card' | 'media' | 'market', { from, to }: { from: number; to: number }): string =>
  from === to ? t(`${where}.grade`, { from }) : t(`${where}.grades`, { from, to });
