import { setupAdmin } from '@fundus/contract/setup/admin';
import { href } from '@fundus/contract/screens';
import { MAIL_AREA, type LanguageInfo } from '@fundus/contract/setup/texts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, Equal, Languages, MousePointerClick } from 'lucide-react';
import { useState } from 'react';
import { query } from '../../../api/query.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { languageName } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { editTexts } from '../../../stores/text-editing.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Bar, ShowDelayed } from '../../../ui/Skeleton.tsx';
import { usePhone } from '../../../ui/use-width.ts';
import '../setup.css';
import { TestMail } from './TestMail.tsx';
import { isDraft, parseTextView, viewQuery, type TextView } from './text-view.ts';
import { TextActions } from './TextActions.tsx';
import { TextHistory } from './TextHistory.tsx';
import type { Side } from './TextLine.tsx';
import { TextTable } from './TextTable.tsx';
import './translation-screen.css';
import { useTexts } from './use-texts.ts';
import { loadLater } from '../../../ui/load-later.tsx';

const LanguagesDialog = loadLater(async () => (await import('./LanguagesDialog.tsx')).LanguagesDialog);
const SynonymsDialog = loadLater(async () => (await import('./SynonymsDialog.tsx')).SynonymsDialog);

/** Lets administrators edit, publish, import and export the texts of the portal by language (docs/behaviour/setup.md#own-texts). */
export function Screen({ search, go }: ScreenProps<'translation'>) {
  const { t, locale } = useT();
  const languages = useQuery({ ...query(setupAdmin.languages), staleTime: 0 });
  const view = parseTextView(search, locale);
  const [managing, setManaging] = useState(false);
  const [equating, setEquating] = useState(false);
  const show = (about: Partial<TextView>) => go(href('translation', {}, viewQuery({ ...view, page: 1, ...about })), { replace: true });
  const all = languages.data?.languages ?? [];
  const here = all.find((language) => language.code === view.lang) ?? all[0];
  const others = all.filter((language) => language !== here);
  // Wide screens show two languages side by side.
  const phone = usePhone();
  const beside = phone || view.beside === 'none' ? undefined : (others.find(({ code }) => code === view.beside) ?? others[0]);

  return (
    <div className="wrap setup-screen">
      <PageHeading title={t('texts.title')} />
      <p className="setup-lead">{t('texts.lead')}</p>
      {languages.isError && <Failed error={languages.error} onRetry={() => void languages.refetch()} />}
      {here && (
        <>
          <div className="texts-language">
            <Select
              label={t('texts.language')}
              value={here.code}
              options={all.map(({ code, enabled }) => ({
                value: code,
                label: `${languageName(code, locale)}${enabled ? '' : ` (${t('texts.language.off')})`}`,
              }))}
              onChange={(lang) => show({ lang, beside: lang === beside?.code ? here.code : view.beside, area: '', state: 'all', q: '' })}
            />
            {!phone && others.length > 0 && (
              <Select
                label={t('texts.beside')}
                value={beside?.code ?? 'none'}
                options={[
                  ...others.map(({ code }) => ({ value: code, label: t('texts.beside.of', { language: languageName(code, locale) }) })),
                  { value: 'none', label: t('texts.beside.none') },
                ]}
                onChange={(code) => show({ beside: code, state: view.state === 'missing_beside' ? 'all' : view.state })}
              />
            )}
            <Button icon={<Languages />} onClick={() => setManaging(true)}>
              {t('languages.title')}
            </Button>
            <Button
              flush="phone"
              icon={<MousePointerClick />}
              onClick={() => {
                editTexts(here.code);
                go(href('homepage'));
              }}
            >
              {t('texts.inContext')}
            </Button>
            <Button flush="phone" icon={<Equal />} onClick={() => setEquating(true)}>
              {t('synonyms.title')}
            </Button>
          </div>
          <LanguageTexts
            key={`${here.code} ${beside?.code}`}
            language={here}
            other={beside}
            view={{ ...view, lang: here.code }}
            show={show}
          />
        </>
      )}
      {equating && <SynonymsDialog onClose={() => setEquating(false)} />}
      {managing && (
        <LanguagesDialog
          languages={all}
          onClose={() => setManaging(false)}
          onAdded={(lang) => {
            setManaging(false);
            show({ lang, area: '', state: 'all', q: '' });
          }}
          onRemoved={(lang) => lang === here?.code && show({ lang: locale, area: '', state: 'all', q: '' })}
        />
      )}
    </div>
  );
}

type Props = { language: LanguageInfo; other: LanguageInfo | undefined; view: TextView; show: (about: Partial<TextView>) => void };

function LanguageTexts({ other, ...rest }: Props) {
  return other ? <SecondLanguage {...rest} other={other} /> : <Texts {...rest} beside={null} />;
}

/** Shows a second language next to the first. It is edited here but published separately. */
function SecondLanguage({ other, ...rest }: Props & { other: LanguageInfo }) {
  const texts = useTexts(other.code);
  if (texts.texts.isError) return <Failed error={texts.texts.error} onRetry={() => void texts.reload()} />;
  if (!texts.texts.data) return <Coming />;
  return <Texts {...rest} beside={{ language: other, texts }} />;
}

const Coming = () => (
  <ShowDelayed>
    <Bar width="100%" height="24rem" />
  </ShowDelayed>
);

function Texts({ language, beside, view, show }: Omit<Props, 'other'> & { beside: Side | null }) {
  const { t, locale } = useT();
  const texts = useTexts(language.code);
  if (texts.texts.isError) return <Failed error={texts.texts.error} onRetry={() => void texts.reload()} />;
  if (!texts.texts.data) return <Coming />;
  const drafts = beside ? beside.texts.rows.filter(isDraft).length : 0;
  return (
    <>
      <TextActions texts={texts} language={language} view={view} />
      {beside && drafts > 0 && (
        <p className="texts-other">
          {t('texts.beside.drafts', { count: drafts, language: languageName(beside.language.code, locale) })}
          <Button icon={<ArrowLeftRight />} onClick={() => show({ lang: beside.language.code, beside: language.code, state: 'all' })}>
            {t('texts.beside.swap')}
          </Button>
        </p>
      )}
      {view.area === MAIL_AREA && <TestMail lang={language.code} rows={texts.rows} />}
      <TextTable texts={texts} language={language} beside={beside} view={view} show={show} />
      <TextHistory texts={texts} set={texts.texts.data} />
    </>
  );
}
