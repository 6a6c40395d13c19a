import type { Obligation } from '@fundus/contract/accounts/obligations';
import { useT } from '../../i18n/translate.ts';
import { Note } from '../../ui/Note.tsx';

/**
 * Lists the obligations that prevent the deletion of an account, and what follows from them. Renders nothing if there are none
 * (docs/behaviour/accounts.md#obligations).
 */
export function ObligationNote({ items, own = false }: { items: readonly Obligation[]; own?: boolean }) {
  const { t } = useT();
  if (items.length === 0) return null;
  return (
    <Note tone="bad" role="alert">
      <p>{t(own ? 'account.obligations.own' : 'account.obligations.other')}</p>
      <ul>
        {items.map(({ kind, count, place }) => (
          <li key={`${kind} ${place}`}>{t(`account.obligations.${kind}`, { count, place })}</li>
        ))}
      </ul>
    </Note>
  );
}
