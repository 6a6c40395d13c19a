import type { AppError } from '@fundus/contract/errors';
import type { ContactMessage } from '@fundus/contract/legal/contact-message';
import { legal } from '@fundus/contract/legal/legal';
import { MailCheck } from 'lucide-react';
import { useEffect, useId, useRef, type SubmitEvent } from 'react';
import { useCall } from '../../api/query.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT, type Translate } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox, TextField } from '../../ui/fields/Field.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import './contact-form.css';
import { useCheckedFields } from '../../components/forms/use-fields.ts';
import { accountName } from '../../components/accounts/name-of.ts';

type Topic = ContactMessage['topic'];
type Props = {
  topic: Topic;
  /** Page that the message is about. */
  page: string;
  /** Initial subject and text of the message. */
  begun?: { subject: string; text: string };
  /** Heading level of the confirmation. */
  sentLevel: 2 | 3;
};

/** Validates the message in the browser. If the rules cannot be loaded, only the server validates it. */
const checkMessage = (body: unknown): Promise<Record<string, string>> =>
  import('./check-message.ts').then(
    (rules) => rules.checkMessage(body),
    () => ({}),
  );

/** Shows the form for a message to the operator. The input is kept until the message has been sent. */
export function ContactForm({ topic, page, begun, sentLevel }: Props) {
  const { t, locale } = useT();
  const { user } = useSession();
  const send = useCall(legal.contact);
  const form = useId();
  const { values, set, problems, report, onRefused, text, check } = useCheckedFields(() => ({ ...empty(topic, page, user), ...begun }), {
    words: (field, rule) => t(errorKey(field, rule)),
    form,
  });
  const barrier = topic === 'accessibility';
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { ...values, email: values.email.trim(), language: locale };
    const found = await checkMessage(body);
    if (Object.keys(found).length > 0) return report(found);
    send.mutate({ body }, { onError: onRefused });
  };

  if (send.data) {
    return (
      <SentConfirmation
        level={sentLevel}
        lines={[
          t('contact.sent.text'),
          send.data.answer_by &&
            values.email.trim() &&
            t('contact.sent.answerBy', { date: formatDate(send.data.answer_by, 'long', locale) }),
          !values.email.trim() && t('contact.sent.noEmail'),
          values.copy && (send.data.copy ? t('contact.sent.copy', { email: values.email.trim() }) : t('contact.sent.noCopy')),
        ]}
        onAgain={() => {
          send.reset();
          set(empty(topic, page, user));
        }}
      />
    );
  }
  // A copy is sent only if the address is the user's own.
  const own = user !== false && user.email !== '' && user.email.toLowerCase() === values.email.trim().toLowerCase();
  const whole = send.error && Object.keys(problems).length === 0 ? send.error : null;
  return (
    <form id={form} className="contact-form" onSubmit={(event) => void submit(event)} noValidate>
      <FormProblem>{whole && failureText(t, whole)}</FormProblem>
      <TextField label={t('contact.name.optional')} name="name" autoComplete="name" {...text('name')} />
      <TextField
        label={t(barrier ? 'contact.email.optional' : 'contact.email.reply')}
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required={!barrier}
        {...text('email')}
      />
      {barrier && (
        <TextField
          label={t('contact.page')}
          hint={t('contact.page.hint')}
          name="page"
          autoCapitalize="none"
          spellCheck={false}
          {...text('page')}
        />
      )}
      <TextField label={t('contact.subject')} name="subject" required {...text('subject')} />
      <TextArea label={t(barrier ? 'contact.text.barrier' : 'contact.text')} name="text" rows={8} required {...text('text')} />
      {/* Honeypot: hidden from users, but filled in by bots. */}
      <div className="contact-more" aria-hidden="true">
        <label>
          {t('contact.website')}
          <input name="website" tabIndex={-1} autoComplete="off" value={values.website} onChange={text('website').onChange} />
        </label>
      </div>
      {own ? (
        <Checkbox label={t('contact.copy')} hint={t('contact.copy.hint')} {...check('copy')} />
      ) : (
        <Checkbox label={t('contact.receipt')} hint={t('contact.receipt.hint')} {...check('copy')} />
      )}
      <Button type="submit" variant="primary" disabled={send.isPending}>
        {t(send.isPending ? 'contact.busy' : 'contact.send')}
      </Button>
      <p className="small-print">{t('contact.privacy')}</p>
    </form>
  );
}

const empty = (topic: Topic, page: string, user: { vorname: string; name: string; email: string } | false) => ({
  topic,
  name: user ? accountName(user) : '',
  email: user ? user.email : '',
  subject: '',
  text: '',
  page,
  copy: false,
  website: '',
});

function errorKey(field: string, rule: string) {
  if (rule === 'max') return 'contact.error.max' as const;
  if (field === 'email') return rule === 'required' ? 'contact.error.email.required' : 'contact.error.email.format';
  return field === 'subject' ? 'contact.error.subject.required' : 'contact.error.text.required';
}

function failureText(t: Translate, { code, details }: AppError): string {
  if (code === 'too_many_attempts') return t('contact.error.tooMany', { minutes: Math.ceil(Number(details?.retry_after ?? 60) / 60) });
  return t(code === 'not_available' ? 'contact.error.nobody' : 'contact.error.failed');
}

function SentConfirmation({
  level,
  lines,
  onAgain,
}: {
  level: 2 | 3;
  lines: readonly (string | false | null | undefined)[];
  onAgain: () => void;
}) {
  const { t } = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  const H = `h${level}` as 'h2' | 'h3';
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <div className="contact-sent">
      <MailCheck />
      <H ref={heading} tabIndex={-1}>
        {t('contact.sent.title')}
      </H>
      {lines.filter(Boolean).map((line) => (
        <p key={String(line)}>{line}</p>
      ))}
      <Button variant="line" onClick={onAgain}>
        {t('contact.sent.again')}
      </Button>
    </div>
  );
}
