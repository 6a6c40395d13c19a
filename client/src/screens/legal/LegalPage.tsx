import { legal, type LegalPageReply } from '@fundus/contract/legal/legal';
import type { LegalPage as PageName } from '@fundus/contract/legal/content';
import { languageOf } from '@fundus/contract/locale';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { FileWarning, IdCard, Pencil } from 'lucide-react';
import { type ReactNode } from 'react';
import { query } from '../../api/query.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { Go } from '../../components/page/screen.ts';
import { formatDate, languageName } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { requestHeadingFocus } from '../../stores/page.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import { MissingTexts } from './MissingTexts.tsx';
import './legal.css';
import { LegalNav } from './LegalNav.tsx';
import { loadLater } from '../../ui/load-later.tsx';

// Loaded only for editors.
const OperatorEdit = loadLater(async () => (await import('./OperatorEdit.tsx')).OperatorEdit);
const TextEdit = loadLater(async () => (await import('./TextEdit.tsx')).TextEdit);

type Props = {
  page: PageName;
  /** Query string of the address. `edit` opens an editor. */
  search: string;
  go: Go;
  children: (reply: LegalPageReply) => ReactNode;
};

/** Shows a legal page or one of its editors. The address selects the editor, so that the back button closes it. */
export function LegalPage({ page, search, go, children }: Props) {
  const { t, locale } = useT();
  const { data, error, refetch } = useQuery(query(legal.page, { params: { page }, query: { lang: locale } }));
  const title = t(`legal.title.${page}`);
  const editing = data?.can.edit ? new URLSearchParams(search).get('edit') : null;
  const close = () => {
    requestHeadingFocus();
    go(href(page), { replace: true });
  };

  if (editing === 'operator' || editing === 'text' || editing === 'statement')
    return (
      <>
        {editing === 'operator' && <OperatorEdit onClose={close} />}
        {editing === 'text' && <TextEdit key={page} page={page} onClose={close} />}
        {editing === 'statement' && <TextEdit key="statement" page="accessibility" onClose={close} />}
      </>
    );
  return (
    <div className="wrap legal">
      <LegalNav current={page} />
      <PageHeading title={title} />
      {!data && !error && (
        <ShowDelayed>
          <div className="legal-waiting" aria-hidden="true">
            {['40%', '90%', '84%', '88%', '30%', '92%', '70%'].map((width, i) => (
              <Bar key={i} width={width} />
            ))}
          </div>
        </ShowDelayed>
      )}
      {error && (
        <EmptyState icon={<FileWarning />} title={t('legal.failed.title')}>
          <Button variant="line" onClick={() => void refetch()}>
            {t('app.retry')}
          </Button>
        </EmptyState>
      )}
      {data && (
        <>
          {data.can.edit && (
            <p className="legal-tools">
              <ButtonLink
                variant="line"
                icon={<Pencil className="i-16" />}
                href={editHref(page, page === 'accessibility' ? 'statement' : 'text')}
              >
                {t(page === 'accessibility' ? 'legal.edit.statement' : 'legal.edit')}
              </ButtonLink>
              {data.accessibility && (
                <ButtonLink variant="line" icon={<Pencil className="i-16" />} href={editHref(page, 'statement')}>
                  {t('legal.edit.statement')}
                </ButtonLink>
              )}
              {page !== 'terms' && (
                <ButtonLink variant="line" icon={<IdCard className="i-16" />} href={editHref(page, 'operator')}>
                  {t('legal.edit.operator')}
                </ButtonLink>
              )}
            </p>
          )}
          {data.can.edit && <MissingTexts gaps={data.gaps} />}
          {languageOf(data.text.language) !== languageOf(locale) && (
            <p className="legal-note">{t('legal.otherLanguage', { language: languageName(data.text.language, locale) })}</p>
          )}
          {children(data)}
          {data.text.changed_at && (
            <p className="small-print legal-changed">{t('legal.changed', { date: formatDate(data.text.changed_at, 'long', locale) })}</p>
          )}
        </>
      )}
    </div>
  );
}

const editHref = (page: PageName, edit: 'text' | 'statement' | 'operator'): string => href(page, {}, { edit });
