import type { MessageKey } from '@fundus/contract/messages';
import { TriangleAlert } from 'lucide-react';
import { languageName } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Note } from '../../../ui/Note.tsx';
import type { Problems } from './edit-values.ts';
import { ruleText } from '../problems.ts';
import './edit-news.css';

const FIELDS: Record<string, MessageKey> = {
  'texts.title': 'news.field.title',
  'texts.teaser': 'news.field.teaser',
  'texts.body': 'news.field.body',
  'texts.cover_alt': 'editor.picture.alt',
  texts: 'news.field.title',
  cover: 'news.cover',
  attachments: 'news.attachments',
  category: 'news.field.category',
  audience: 'news.field.audience',
  targets: 'news.field.audience',
  roles: 'news.field.roles',
  display_at: 'news.field.display',
  expires_at: 'news.field.expires',
  pinned_until: 'news.field.pinned',
  notify: 'news.field.notify',
};

/** Lists all errors above the form, with their languages. */
export function ProblemList({ problems, form }: { problems: Problems; form: string }) {
  const { t, locale } = useT();
  const lines = Object.entries(problems);
  if (lines.length === 0) return null;
  return (
    <Note tone="bad" role="alert" className="news-problems">
      <TriangleAlert />
      <div>
        <p>{t('news.problems', { count: lines.length })}</p>
        <ul>
          {lines.map(([field, rule]) => {
            const [, language, part] = /^texts\.([^.]+)(?:\.(.+))?$/.exec(field) ?? [];
            const key = FIELDS[part ? `texts.${part}` : field.split('.', 1)[0]!];
            return (
              <li key={field}>
                <strong>
                  {key ? t(key) : field}
                  {language && ` (${languageName(language, locale)})`}:
                </strong>{' '}
                {ruleText(t, rule, field)}
              </li>
            );
          })}
        </ul>
        <Button onClick={() => document.getElementById(form)?.querySelector<HTMLElement>('[aria-invalid]')?.focus()}>
          {t('news.problems.first')}
        </Button>
      </div>
    </Note>
  );
}

/** Explains that another user has saved the article, and offers to load that version or to replace it. */
export function ConflictNotice({ busy, onLoad, onReplace }: { busy: boolean; onLoad: () => void; onReplace: () => void }) {
  const { t } = useT();
  return (
    <FormProblem>
      <p>{t('news.conflict')}</p>
      <Button variant="line" disabled={busy} onClick={onLoad}>
        {t('news.conflict.load')}
      </Button>
      <Button disabled={busy} onClick={onReplace}>
        {t('news.conflict.mine')}
      </Button>
    </FormProblem>
  );
}
