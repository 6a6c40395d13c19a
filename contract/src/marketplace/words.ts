/** Descriptions of offers, shared by screens, mails and invoices. */
import type { MessageKey } from '../messages.ts';
import type { Offer } from './marketplace.ts';

type Translate = (key: MessageKey, values?: Record<string, string | number>) => string;

/** Returns the scope of an offer as text, such as *Klasse oder Gruppe, 30 Plätze*. */
export function describeScope(t: Translate, { scope, seats }: Pick<Offer, 'scope' | 'seats'>): string {
  if (seats <= 0 || scope === 'single') return t(`market.scope.${scope}`);
  const counted = t('market.seats', { count: seats });
  return scope === 'volume' ? counted : `${t(`market.scope.${scope}`)}, ${counted}`;
}
