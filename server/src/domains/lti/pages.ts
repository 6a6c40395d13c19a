/** Pages that a platform shows in its frame outside a visit. They use no external resources. */
import { createHash } from 'node:crypto';
import type { LtiProblem } from '@fundus/contract/lti/rules';
import type { Portal } from '../../http/context.ts';
import { loadWords } from '../mails/index.ts';
import type { SentFields } from './login.ts';
import type { previewRegistration } from './register.ts';
import { escapeMarkup } from '../../escape-markup.ts';

export type LtiPage = { html: string; policy: string };

const STYLE =
  'body{font:1.05rem/1.5 system-ui,sans-serif;max-width:38rem;margin:2.5rem auto;padding:0 1.25rem;color:#1d2733;background:#fff}h1{font-size:1.4rem}button{font:inherit;padding:.6rem 1.1rem;border:0;border-radius:.5rem;background:#134b8a;color:#fff}dt{color:#4a5562}dd{margin:0 0 .6rem}code{background:#eef1f4;padding:.1rem .35rem;border-radius:.25rem}';
const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** Script that asks the platform to close the window (1EdTech dynamic registration). */
const CLOSE = '(window.opener||window.parent).postMessage({subject:"org.imsglobal.lti.close"},"*")';

const document = (locale: string, title: string, body: string): string => `<!doctype html>
<html lang="${escapeMarkup(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(title)}</title><style>${STYLE}</style></head>
<body><h1>${escapeMarkup(title)}</h1>${body}</body></html>
`;

/** Returns the Content-Security-Policy of a page. `framers` are the sources that may frame it. A page without controls may be framed anywhere. */
const policyOf = (framers: string, more = ''): string =>
  `default-src 'none'; style-src ${hash(STYLE)}; base-uri 'none'; ${more}frame-ancestors ${framers}`;

export async function problemPage(portal: Portal, problem: LtiProblem, locale: string): Promise<LtiPage> {
  const t = await loadWords(portal, locale);
  const body = `<p>${escapeMarkup(t(`lti.problem.${problem}`))}</p><p>${escapeMarkup(t('lti.problem.code'))} <code>${problem}</code></p>`;
  return { html: document(locale, t('lti.problem.title'), body), policy: policyOf('*', "form-action 'none'; ") };
}

type Offer = Awaited<ReturnType<typeof previewRegistration>>;

/** Returns the page that shows a registration and asks for confirmation. */
export async function offerPage(portal: Portal, { invitation, platform }: Offer, sent: SentFields, locale: string): Promise<LtiPage> {
  const t = await loadWords(portal, locale);
  const facts = [
    ['lti.register.platform', platform.issuer],
    ['lti.register.product', platform.product || '–'],
    ['lti.register.school', invitation.school_name],
  ] as const;
  const hidden = ['invitation', 'openid_configuration', 'registration_token'].map(
    (name) => `<input type="hidden" name="${name}" value="${escapeMarkup(sent.get(name) ?? '')}">`,
  );
  const body =
    `<p>${escapeMarkup(t('lti.register.hint'))}</p><dl>${facts.map(([key, value]) => `<dt>${escapeMarkup(t(key))}</dt><dd>${escapeMarkup(value)}</dd>`).join('')}</dl>` +
    `<form method="post" action="/lti/register">${hidden.join('')}<button>${escapeMarkup(t('lti.register.do'))}</button></form>`;
  const framers = `'self' ${new URL(platform.issuer).origin}`;
  return { html: document(locale, t('lti.register.title'), body), policy: policyOf(framers, "form-action 'self'; ") };
}

export async function renderRegisteredPage(portal: Portal, { platform, invitation }: Offer, locale: string): Promise<LtiPage> {
  const t = await loadWords(portal, locale);
  const words = t('lti.registered.hint', { school: invitation.school_name });
  const body = `<p>${escapeMarkup(words)}</p><script>${CLOSE}</script>`;
  const framers = `'self' ${new URL(platform.issuer).origin}`;
  return {
    html: document(locale, t('lti.registered.title'), body),
    policy: policyOf(framers, `form-action 'none'; script-src ${hash(CLOSE)}; `),
  };
}
