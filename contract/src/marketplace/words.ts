/** What an offer is for, in words: on screens, in mails and on invoices alike. Pure. */
import type { MessageKey } from '../messages.ts';
import type { Offer } from './marketplace.ts';

type Say = (key: MessageKey, values?: Record<string, string | number>) => string;

/** *Klasse oder Gruppe, 30 Plätze*; *30 Plätze* where they are given to people one by one. */
export function sayScope(say: Say, { scope, seats }: Pick<Offer, 'scope' | 'seats'>): string {
  if (seats <= 0 || scope === 'single') return say(`market.scope.${scope}`);
  const counted = say('market.seats', { count: seats });
  return scope === 'volume' ? counted : `${say(`market.scope.${scope}`)}, ${counted}`;
}
