import type { TextSet } from '@fundus/contract/setup/texts';
import { History } from 'lucide-react';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { berlinMoment } from '../../../i18n/berlin-time.ts';
import type { Texts } from './use-texts.ts';
import './translation-screen.css';

/** Lists the published versions of a language, which can be restored as a draft. */
export function TextHistory({ texts, set }: { texts: Texts; set: TextSet }) {
  const { t, locale } = useT();
  if (set.versions.length === 0) return null;
  return (
    <section className="block-s texts-history-block">
      <h2>{t('texts.history')}</h2>
      <ul className="lines texts-history">
        {set.versions.map(({ version, published_at, published_by, texts: count }, i) => (
          <li key={version}>
            <span>
              <strong>{t('texts.version', { version })}</strong>
              <span className="small-print">
                {joinFacts([berlinMoment(published_at, locale), published_by, t('languages.own', { count })])}
              </span>
            </span>
            {i === 0 ? (
              <span className="quiet small">{t('texts.version.now')}</span>
            ) : (
              <Button
                variant="line"
                icon={<History />}
                disabled={texts.busy}
                aria-label={t('texts.restore.named', { version })}
                onClick={() => void texts.restore(version, t('theme.restored'))}
              >
                {t('theme.restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
