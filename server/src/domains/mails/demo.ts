/** Notices of the users of the demo school. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY } from '@fundus/contract/days';
import { dateLocale } from '@fundus/contract/locale';
import { MAILS, type MailTemplate } from '@fundus/contract/mails/mails';
import type { MessageKey } from '@fundus/contract/messages';
import { z } from 'zod';
import { none, type DemoContext } from '../../domain.ts';
import { updateRead } from './notice-repository.ts';
import { findNoticeSource } from './notice-words.ts';
import { loadWords } from './words.ts';
import type { Message } from './write-mail.ts';
import { writeNotice } from './write-notice.ts';

const HOUR = 3_600_000;
/** Milliseconds between a notice and the end date that it announces. */
const ENDS = 30 * DAY;

const Entry = z.object({
  to: z.string(),
  template: z.enum(Object.keys(MAILS) as [MailTemplate, ...MailTemplate[]]),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Message that is added as a line of a list. */
  line: z.string().optional(),
  href: z.string(),
  hours_ago: z.int().min(0),
  read: z.boolean().default(false),
});
type Entry = z.output<typeof Entry>;

const composeAt =
  (at: Date, { template, values, line, href }: Entry): Message['compose'] =>
  (t, language) => {
    const moment = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Berlin' });
    const day = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeZone: 'UTC' });
    const filled = {
      ...{ time: moment.format(at), date: day.format(new Date(at.getTime() + ENDS)), reason: t('report.reason.broken') },
      ...values,
    };
    const word = (name: string): string => t(`mail.${template}.${name}` as MessageKey, filled);
    return {
      subject: word('subject'),
      body: [
        { kind: 'text', text: word('text') },
        ...(line === undefined ? [] : [{ kind: 'text' as const, text: `– ${word(line)}` }]),
        { kind: 'link', label: word('subject'), href },
      ],
    };
  };

/** Creates the notices of the demo. Throws if a user is missing. */
export async function makeDemo({ db, config, now, people }: DemoContext): Promise<void> {
  const entries = z.array(Entry).parse(JSON.parse(readFileSync(join(import.meta.dirname, 'demo.json'), 'utf8')));
  const idOf = await people();
  const t = await loadWords({ db, config }, 'de');
  for (const entry of entries) {
    const { to, template, hours_ago, read } = entry;
    const at = new Date(now.getTime() - hours_ago * HOUR);
    const compose = composeAt(at, entry);
    const madeOf = findNoticeSource(compose, { name: '', language: 'de', locales: config.Locales });
    const how = { template, shown: true, due: null, madeOf };
    const id = await writeNotice(db, at, { person: idOf(to) }, compose(t, 'de', ''), how);
    if (read && id !== null) await updateRead(db, { id: idOf(to) }, id, at);
  }
}

/** Notices are deleted with their users. */
export const removeDemo = none;
