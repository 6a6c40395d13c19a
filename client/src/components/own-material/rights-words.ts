import type { MaterialRights } from '@fundus/contract/catalogue/material-rights';
import type { Translate } from '../../i18n/translate.ts';

/** Returns the origin of own material as text. */
export function describeRights(t: Translate, { source, licence, from }: MaterialRights): string {
  if (source === 'open' && !from) return licence ?? '';
  return t(`material.said.${source}`, { licence: licence ?? '', from });
}
