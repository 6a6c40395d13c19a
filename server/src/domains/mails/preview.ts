/** Preview of a mail while its texts are edited. It is composed like a real mail (docs/behaviour/setup.md#mails-as-they-arrive). */
import type { Input, Reply, StreamAnswer } from '@fundus/contract/endpoint';
import { notFound } from '@fundus/contract/errors';
import { languageOf, pluralForm } from '@fundus/contract/locale';
import type { mails } from '@fundus/contract/mails/calls';
import { fullName } from '@fundus/contract/people/full-name';
import type { UserCtx } from '../../http/context.ts';
import { composeHtml, composeText, LOGO_CID, Mail, type MailTheme } from '../../mail/compose.ts';
import { expectedOf, requireValidText, requireKnownLanguage } from '../setup/index.ts';
import { readMailTheme } from './mail-theme.ts';
import { composeSample, countFor, isToLearner, findTextTemplate } from './sample-mail.ts';
import { draftWordsFor } from './words.ts';
import { mailOf } from './write-mail.ts';

type Asked = Input<typeof mails.previewMail>['body'];

/** Composes the mail from the draft texts and the typed text. Throws the errors of saving that text, and `not_found` if no mail contains it. */
async function compose(ctx: UserCtx<'storage'>, locale: string, { key, text }: Asked): Promise<{ mail: Mail; look: MailTheme }> {
  await requireKnownLanguage(ctx, locale);
  const expected = expectedOf(locale);
  const template = findTextTemplate(key);
  const base = expected[key];
  if (template === null || base === undefined) throw notFound('key');
  const typed = text?.trim() ? text : null;
  if (typed !== null) requireValidText(key, base, typed);
  const t = await draftWordsFor(ctx, locale, typed === null ? {} : { [key]: typed });
  const stems = new Set(Object.keys(expected).map((each) => pluralForm(each)?.base ?? each));
  const about = { t, has: (each: string) => stems.has(each), language: locale, count: countFor(key, locale), pupil: isToLearner(key) };
  const { values, ...content } = composeSample(template, about);
  const to = { address: ctx.user.email ?? '', name: fullName(ctx.user), language: languageOf(locale), state: 'active' };
  return { mail: Mail.parse(mailOf(t, { template, content, values }, to)), look: await readMailTheme(ctx) };
}

export async function previewMail(ctx: UserCtx<'storage'>, locale: string, asked: Asked): Promise<Reply<typeof mails.previewMail>> {
  const { mail, look } = await compose(ctx, locale, asked);
  return { from: look.portalName, subject: mail.subject, text: composeText(mail, { ...look, publicUrl: ctx.publicUrl }) };
}

/** Content-Security-Policy of the page. It allows no scripts, no requests and no origin. */
const CAGE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; form-action 'none'; sandbox";

/** Returns the mail as a page that contains the logo. */
export async function previewMailPage(ctx: UserCtx<'storage'>, locale: string, asked: Asked): Promise<StreamAnswer> {
  const { mail, look } = await compose(ctx, locale, asked);
  const logo = look.logo ? `data:image/png;base64,${look.logo.png.toString('base64')}` : '';
  const html = composeHtml(mail, { ...look, publicUrl: ctx.publicUrl })
    .replace(`cid:${LOGO_CID}`, logo)
    // Links open in a new tab instead of the frame.
    .replace('<head>', '<head><base target="_blank">');
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-language': languageOf(locale),
    'content-security-policy': CAGE,
    'x-frame-options': 'SAMEORIGIN',
    'cache-control': 'no-store',
  };
  return { headers, body: html };
}
