/** What people of the demo school were told lately. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAILS, type MailTemplate } from '@fundus/contract/mails/mails';
import { z } from 'zod';
import { none, type DemoAt } from '../../domain.ts';
import { setRead } from './notice-repository.ts';
import { writeNotice } from './write-notice.ts';

const HOUR = 3_600_000;

const Entries = z.array(
  z.object({
    to: z.string(),
    template: z.enum(Object.keys(MAILS) as [MailTemplate, ...MailTemplate[]]),
    title: z.string(),
    text: z.string(),
    href: z.string(),
    hours_ago: z.int().min(0),
    read: z.boolean().default(false),
  }),
);

/** Throws where a person is missing. */
export async function makeDemo({ db, now, people }: DemoAt): Promise<void> {
  const entries = Entries.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'demo.json'), 'utf8')));
  const idOf = await people();
  for (const { to, template, title, text, href, hours_ago, read } of entries) {
    const at = new Date(now.getTime() - hours_ago * HOUR);
    const body = [
      { kind: 'text' as const, text },
      { kind: 'link' as const, label: title, href },
    ];
    const id = await writeNotice(db, at, { person: idOf(to) }, { subject: title, body }, { template, shown: true, due: null });
    if (read && id !== null) await setRead(db, { id: idOf(to) }, id, at);
  }
}

/** It goes with whoever was told. */
export const removeDemo = none;
