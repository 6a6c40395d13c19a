import { NEWS_COMMENT, type NewsStep } from '@fundus/contract/news/rules';
import { useId, useState } from 'react';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { berlinMoment, parseDateTimeInput } from '../../../i18n/berlin-time.ts';
import { rolesOf, targetsOf, type EditValues } from './edit-values.ts';
import './edit-news.css';
import '../news-screen.css';

export type ConfirmedStep = NewsStep | 'remove';

type Props = {
  step: ConfirmedStep;
  title: string;
  values: EditValues;
  /** True if there are unsaved changes. */
  dirty: boolean;
  busy: boolean;
  onClose: () => void;
  onDo: (comment: string) => void;
};

/** Confirms a step of the workflow and explains its effect. */
export function StepDialog({ step, title, values, dirty, busy, onClose, onDo }: Props) {
  const { t, locale } = useT();
  const id = useId();
  const [comment, setComment] = useState('');
  const [asked, setAsked] = useState(false);
  const missing = step === 'send_back' && comment.trim() === '';
  const from = parseDateTimeInput(values.display);
  const until = parseDateTimeInput(values.expires);
  const roles = rolesOf(values);
  return (
    <ConfirmDialog title={t(`news.step.${step}.title`)} action={t(`news.step.${step}`)} disabled={busy} onClose={onClose} form={id}>
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (!missing) onDo(comment.trim());
        }}
      >
        <p className="news-ask">{t(`news.step.${step}.text`, { title })}</p>
        {step === 'archive' && dirty && <p className="news-ask">{t('news.step.archive.unsaved')}</p>}
        {step === 'publish' && (
          <dl className="news-ask-facts">
            <div>
              <dt>{t('news.section.audience')}</dt>
              <dd>
                {joinFacts([
                  t(`news.audience.${values.audience}`),
                  targetsOf(values)
                    .map(({ name }) => name)
                    .join(', '),
                  roles !== 'all' && t(`news.roles.${roles}`),
                ])}
              </dd>
            </div>
            <div>
              <dt>{t('news.section.time')}</dt>
              <dd>
                {from === null ? t('news.now') : t('news.from', { date: berlinMoment(from, locale) })}
                {until !== null && ` ${t('news.until', { date: berlinMoment(until, locale) })}`}
              </dd>
            </div>
            <div>
              <dt>{t('news.field.notify')}</dt>
              <dd>{t(`news.notify.${values.notify}`)}</dd>
            </div>
          </dl>
        )}
        {step === 'send_back' && (
          <TextArea
            label={t('news.comment')}
            hint={t('news.comment.hint')}
            value={comment}
            rows={3}
            maxLength={NEWS_COMMENT}
            error={asked && missing ? t('news.rule.required') : null}
            onChange={(event) => setComment(event.target.value)}
          />
        )}
      </form>
    </ConfirmDialog>
  );
}
