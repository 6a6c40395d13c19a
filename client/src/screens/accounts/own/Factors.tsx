import { factors, type OwnFactor } from '@fundus/contract/accounts/factors';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, ShieldCheck, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { query } from '../../../api/query.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import '../../../ui/list.css';
import '../parts/account-screen.css';
import '../parts/accounts.css';
import { loadLater } from '../../../ui/load-later.tsx';

const FactorSetup = loadLater(async () => (await import('../factors/FactorSetup.tsx')).FactorSetup);
const FactorDialog = loadLater(async () => (await import('./FactorDialog.tsx')).FactorDialog);

/** Shows the user's second factors, which can be added and removed, and creates new recovery codes. */
export function Factors({ needsPassword }: { needsPassword: boolean }) {
  const { t, locale } = useT();
  const own = useQuery({ ...query(factors.factors), staleTime: 5_000 });
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<OwnFactor | 'codes' | null>(null);
  if (!own.data) return own.error && <Failed error={own.error} onRetry={() => void own.refetch()} />;
  const { items, required, codes } = own.data;
  const nameOf = ({ kind, name }: OwnFactor) => name || t(`factor.kind.${kind}`);
  return (
    <div className="account-block">
      <h2>{t('factor.heading')}</h2>
      <p className="account-intro">{t(required ? 'factor.intro.required' : 'factor.intro')}</p>
      {items.length > 0 && (
        <ul className="lines list-rows account-sessions">
          {items.map((item) => (
            <li key={item.id}>
              {item.kind === 'passkey' ? <KeyRound /> : <Smartphone />}
              <div>
                <b>{nameOf(item)}</b>
                <div className="quiet small">{t('factor.since', { date: formatDate(item.created_at, 'short', locale) })}</div>
              </div>
              {(!required || items.length > 1) && (
                <Button aria-label={t('factor.remove.label', { name: nameOf(item) })} onClick={() => setAsked(item)}>
                  {t('factor.remove')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {items.length > 0 && (
        <p className="account-hint">
          <ShieldCheck className="i-16" />
          <span>
            {t('factor.codes.left', { count: codes })}{' '}
            <button type="button" className="text-link" onClick={() => setAsked('codes')}>
              {t('factor.codes.new')}
            </button>
          </span>
        </p>
      )}
      <Button variant="line" onClick={() => setAdding(true)}>
        {t(items.length > 0 ? 'factor.add.another' : 'factor.add')}
      </Button>
      {adding && (
        <Dialog open onClose={() => setAdding(false)} title={t('factor.add')} closeLabel={t('factor.close')}>
          <FactorSetup needsPassword={needsPassword} onDone={() => setAdding(false)} />
        </Dialog>
      )}
      {asked && <FactorDialog about={asked} needsPassword={needsPassword} onClose={() => setAsked(null)} />}
    </div>
  );
}
