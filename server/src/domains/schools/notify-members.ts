/** Mails to all members of a school about its closure or reopening (docs/behaviour/schools.md#states). */
import { dateLocale } from '@fundus/contract/locale';
import type { MessageKey } from '@fundus/contract/messages';
import { href } from '@fundus/contract/screens';
import { findMembers } from './members-repository.ts';
import { type MailContext, type Message, type Translate, loadWords, writeMail } from '../mails/index.ts';

type About = { template: 'schoolClosing' | 'schoolClosed' | 'schoolOpened'; day?: string };

/** Writes the mails in the transaction of the event. Loads the texts once per language, because a school may have thousands of members. */
export async function notifyMembers(
  { db, config, now }: MailContext,
  { id, name }: { id: string; name: string },
  about: About,
): Promise<void> {
  const words = new Map<string, Translate>();
  for (const reader of await findMembers(db, id)) {
    const language = reader.locale ?? config.Locales[0] ?? 'de';
    const t = words.get(language) ?? (await loadWords({ db, config }, language));
    words.set(language, t);
    await writeMail({ db, config, now }, reader, schoolMail(name, about), t);
  }
}

const schoolMail = (school: string, { template, day }: About): Message => ({
  template,
  compose: (t, language) => {
    const date = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone: 'UTC' });
    const values = { school, ...(day !== undefined && { date: date.format(new Date(`${day}T00:00:00Z`)) }) };
    const word = (part: string): string => t(`mail.${template}.${part}` as MessageKey, values);
    const signIn = template === 'schoolOpened' ? [{ kind: 'link' as const, label: word('action'), href: href('login') }] : [];
    return { subject: word('subject'), body: [{ kind: 'text', text: word('text') }, ...signIn], values };
  },
});
