import { legal, type LegalDraft } from '@fundus/contract/legal/legal';
import type { LegalContent } from '@fundus/contract/legal/content';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { formatDate, languageName } from '../../i18n/format.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Fold } from '../../ui/Fold.tsx';
import './legal-edit.css';

type Props = { draft: LegalDraft; onLoad: (content: LegalContent) => void; onReset: () => void };

/** Lists earlier versions of a text, and lets the user load one or restore the template. */
export function Versions({ draft, onLoad, onReset }: Props) {
  const { t, locale } = useT();
  const [asking, setAsking] = useState(false);
  if (draft.versions.length === 0) return null;
  const { page, language } = draft;
  const load = async (version: number) => {
    try {
      onLoad(await call(legal.version, { params: { page, lang: language, version } }));
      showSnackbar({ text: t('legal.versions.loaded', { version }) });
    } catch {
      showSnackbar({ text: t('error.unavailable'), type: 'error' });
    }
  };
  return (
    <Fold title={t('legal.versions')}>
      <ul className="lines legal-versions">
        {draft.versions.map(({ version, changed_at, changed_by, template }) => (
          <li key={version}>
            <span>
              {t('legal.versions.line', { version, date: formatDate(changed_at, 'long', locale) })}
              <span className="small-print">
                {joinFacts([changed_by && t('legal.versions.by', { name: changed_by }), template && t('legal.versions.template')])}
              </span>
            </span>
            <Button onClick={() => void load(version)} aria-label={`${t('legal.versions.load')}: ${version}`}>
              {t('legal.versions.load')}
            </Button>
          </li>
        ))}
      </ul>
      {!draft.template && (
        <Button variant="line" onClick={() => setAsking(true)}>
          {t('legal.edit.reset')}
        </Button>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('legal.edit.reset.title')}
        closeLabel={t('app.close')}
        foot={
          <>
            <Button onClick={() => setAsking(false)}>{t('app.cancel')}</Button>
            <Button
              variant="primary"
              onClick={() => {
                setAsking(false);
                onReset();
              }}
            >
              {t('legal.edit.reset')}
            </Button>
          </>
        }
      >
        <p>{t('legal.edit.reset.text', { page: t(`legal.title.${page}`), language: languageName(language, locale) })}</p>
      </Dialog>
    </Fold>
  );
}
