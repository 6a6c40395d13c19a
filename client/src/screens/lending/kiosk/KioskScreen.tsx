import type { Reply } from '@fundus/contract/endpoint';
import { lendingKiosk } from '@fundus/contract/lending/kiosk/kiosk';
import { normalizeCode } from '@fundus/contract/licences/rules';
import { PackageCheck, PackageOpen, Undo2 } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { PlaceholderLines } from '../../../ui/Skeleton.tsx';
import { CARD_PATTERN } from '../scan/card-code.ts';
import { KioskCollect } from './KioskCollect.tsx';
import { KioskReturn } from './KioskReturn.tsx';
import { KioskScan } from './KioskScan.tsx';
import { useIdle } from './use-idle.ts';
import './kiosk.css';

/** Current step. `first` is the code whose scan started the step. */
type Place = { does: 'begin' } | { does: 'return' | 'collect'; first: string | null };
const BEGIN: Place = { does: 'begin' };

/** Screen of a tablet on which borrowers return and collect devices themselves (docs/behaviour/lending.md#kiosk). */
export function Screen() {
  const { user, signOut } = useSession();
  const { t } = useT();
  const kiosk = useQuery({ ...query(lendingKiosk.kiosk), enabled: !user, retry: false, staleTime: 0, refetchInterval: 60_000 });
  if (user)
    return (
      <Frame title={t('lending.kiosk.title')}>
        <p>{t('lending.kiosk.signedIn')}</p>
        <Button variant="primary" onClick={() => signOut({ stay: true })}>
          {t('profile.signOut')}
        </Button>
      </Frame>
    );
  if (kiosk.error?.code === 'wrong_credentials') return <Pairing onPaired={() => void kiosk.refetch()} />;
  // The screen stays visible if the network fails.
  if (kiosk.data) return <Kiosk {...kiosk.data} />;
  return (
    <Frame title={t('lending.kiosk.title')}>
      {kiosk.error ? <Failed error={kiosk.error} onRetry={() => void kiosk.refetch()} /> : <PlaceholderLines />}
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const { config, changeLanguage } = useSession();
  const { t, locale } = useT();
  return (
    <div className="kiosk">
      <header className="kiosk-head">
        <PageHeading title={title} />
        <div className="kiosk-languages" role="group" aria-label={t('profile.language')}>
          {config.Locales.length > 1 &&
            config.Locales.map((code) => (
              <Button key={code} lang={code} aria-pressed={code === locale} onClick={() => changeLanguage(code)}>
                {code.toUpperCase()}
              </Button>
            ))}
        </div>
      </header>
      {children}
    </div>
  );
}

function Pairing({ onPaired }: { onPaired: () => void }) {
  const { t } = useT();
  const pair = useCall(lendingKiosk.pairKiosk);
  const [code, setCode] = useState('');
  return (
    <Frame title={t('lending.kiosk.title')}>
      <form
        className="kiosk-pair"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          pair.mutate({ body: { code } }, { onSuccess: onPaired });
        }}
      >
        <p>{t('lending.kiosk.pair.how')}</p>
        <TextField
          label={t('lending.kiosk.pair.code')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
        <FormProblem>
          {pair.error && t(pair.error.code === 'wrong_credentials' ? 'lending.kiosk.pair.wrong' : `error.${pair.error.code}`, { name: '' })}
        </FormProblem>
        <Button type="submit" variant="primary" disabled={pair.isPending || code.trim() === ''}>
          {t('lending.kiosk.pair.do')}
        </Button>
      </form>
    </Frame>
  );
}

function Kiosk({ point, ...terms }: Reply<typeof lendingKiosk.kiosk>) {
  const { t } = useT();
  const [place, setPlace] = useState<Place>(BEGIN);
  const end = (): void => setPlace(BEGIN);
  const left = useIdle(place.does !== 'begin', end);
  const begin = (code: string): void => {
    const plain = normalizeCode(code);
    setPlace(CARD_PATTERN.test(plain) ? { does: 'collect', first: plain } : { does: 'return', first: code });
  };
  return (
    <Frame title={place.does === 'begin' ? point : t(`lending.kiosk.${place.does}`)}>
      {place.does === 'begin' && (
        <>
          <p className="kiosk-say">{t('lending.kiosk.begin')}</p>
          <div className="kiosk-choices">
            <button type="button" className="kiosk-choice" onClick={() => setPlace({ does: 'return', first: null })}>
              <Undo2 aria-hidden="true" />
              {t('lending.kiosk.return')}
            </button>
            <button type="button" className="kiosk-choice" onClick={() => setPlace({ does: 'collect', first: null })}>
              <PackageOpen aria-hidden="true" />
              {t('lending.kiosk.collect')}
            </button>
          </div>
          <KioskScan label={t('lending.kiosk.scan.any')} hint={t('lending.kiosk.scan.any.hint')} onCode={begin} />
        </>
      )}
      {place.does === 'return' && <KioskReturn first={place.first} />}
      {place.does === 'collect' && <KioskCollect first={place.first} {...terms} />}
      {place.does !== 'begin' && (
        <footer className="kiosk-foot">
          <p role="status">{left !== null && t('lending.kiosk.idle', { count: left })}</p>
          {left !== null && <Button variant="line">{t('lending.kiosk.stay')}</Button>}
          <Button variant="primary" icon={<PackageCheck />} onClick={end}>
            {t('lending.kiosk.end')}
          </Button>
        </footer>
      )}
    </Frame>
  );
}
