import { mails } from '@fundus/contract/mails/calls';
import type { LanguageInfo } from '@fundus/contract/setup/texts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { query } from '../../../api/query.ts';
import { languageName } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import './mail-preview.css';

const FORMATS = ['html', 'text'] as const;
/** Maximum URL length that the server accepts. */
const MAX_ADDRESS = 12_000;

type Props = { textKey: string; typed: string; language: LanguageInfo };

/** Shows the mail that contains a text. The server renders it while the user types (docs/behaviour/setup.md#mails-as-they-arrive). */
export function MailPreview({ textKey, typed, language }: Props) {
  const { t, locale } = useT();
  const { config } = useSession();
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('html');
  const [shown, setShown] = useState(language.code);
  const settled = useDebounced(typed, 400);
  // The typed text is used for its own language. All other languages show their drafts.
  const about = { key: textKey, ...(shown === language.code && settled.trim() !== '' && { text: settled }) };
  const params = { lang: shown };
  const preview = useQuery({
    ...query(mails.previewMail, { params, body: about }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const languages = [...new Set([language.code, ...config.Locales])];
  if (!preview.data) return null;
  const { from, subject, text } = preview.data;
  const page = address(mails.previewMailPage, { params, query: about });
  return (
    <section className="mail-preview" aria-label={t('texts.preview')}>
      <p className="small-print">{t('texts.preview.lead')}</p>
      <div className="mail-preview-choices">
        <Segment
          label={t('texts.preview.format')}
          value={format}
          options={FORMATS.map((value) => ({ value, label: t(`texts.preview.format.${value}`) }))}
          onChange={setFormat}
        />
        {languages.length > 1 && (
          <Segment
            label={t('texts.preview.language')}
            value={shown}
            options={languages.map((value) => ({ value, label: languageName(value, locale) }))}
            onChange={setShown}
          />
        )}
      </div>
      <dl className="mail-preview-head">
        <dt>{t('texts.preview.from')}</dt>
        <dd>{from}</dd>
        <dt>{t('texts.preview.subject')}</dt>
        <dd lang={shown}>{subject}</dd>
      </dl>
      {format === 'text' && (
        <pre className="mail-preview-text" lang={shown}>
          {text}
        </pre>
      )}
      {format === 'html' &&
        (page.length > MAX_ADDRESS ? (
          <p>{t('texts.preview.long')}</p>
        ) : (
          <iframe className="mail-preview-page" title={t('texts.preview')} src={page} sandbox="" referrerPolicy="no-referrer" />
        ))}
    </section>
  );
}
