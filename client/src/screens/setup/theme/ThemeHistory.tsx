import { setupAdmin } from '@fundus/contract/setup/admin';
import { History } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { berlinMoment } from '../../../i18n/berlin-time.ts';
import type { ThemeDraft } from './use-theme-draft.ts';
import '../setup.css';
import './theme-screen.css';

/** Lists published themes, which can be restored as a draft. */
export function ThemeHistory({ draft }: { draft: ThemeDraft }) {
  const { t, locale } = useT();
  const archive = draft.data?.archive ?? [];
  if (archive.length === 0) return null;
  return (
    <section className="block-s theme-history">
      <h2>{t('theme.history')}</h2>
      <ul className="lines">
        {archive.map(({ id, settings, published_at, changed_at, changed_by }) => (
          <li key={id}>
            <span className="theme-history-colours" aria-hidden="true">
              {[settings.primaryColor, settings.linkColor, settings.searchBackgroundColor].map((colour, i) => (
                <span key={i} className="swatch" style={{ background: colour }} />
              ))}
            </span>
            <span>
              <strong>{settings.productName}</strong>
              <span className="small-print">{joinFacts([berlinMoment(published_at ?? changed_at, locale), changed_by])}</span>
            </span>
            <Button
              variant="line"
              icon={<History />}
              disabled={draft.busy}
              aria-label={t('theme.restore.named', { name: settings.productName, when: berlinMoment(published_at ?? changed_at, locale) })}
              onClick={() =>
                void draft.run(
                  () => call(setupAdmin.restoreTheme, { params: { id }, body: { version: draft.version } }),
                  t('theme.restored'),
                )
              }
            >
              {t('theme.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
