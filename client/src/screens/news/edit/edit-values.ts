/** Form values of an article and their conversion to the request body. */
import { normalizeText } from '@fundus/contract/unicode';
import type { News, NewsDraft, NewsFile, NewsFileKind } from '@fundus/contract/news/news';
import { NewsFields, type NewsText } from '@fundus/contract/news/fields';
import { AUDIENCES_OF, type NewsAudience } from '@fundus/contract/news/rules';
import { findProblems } from '../../../components/forms/form-problems.ts';
import { hasContent } from '../../../components/rich-text/rich-text.ts';
import { parseDateTimeInput, formatDateTimeInput } from '../../../i18n/berlin-time.ts';

export type Target = { id: string; name: string };
export type TargetKind = Extract<NewsAudience, 'schools' | 'classes'>;
export type Problems = Record<string, string>;

export type EditValues = Pick<NewsDraft, 'roles' | 'notify'> & {
  texts: Record<string, NewsText>;
  cover: NewsFile | null;
  /** Slug of the category, or an empty string for none. */
  category: string;
  audience: NewsAudience;
  /** Selected targets, kept for each kind when the audience changes. */
  targets: Record<TargetKind, readonly Target[]>;
  attachments: readonly NewsFile[];
  /** Day and time in Europe/Berlin, as entered by the user. */
  display: string;
  expires: string;
  pinned: string;
};

/** Updates some form values. The update can depend on the current values. */
export type SetValues = (about: Partial<EditValues> | ((before: EditValues) => Partial<EditValues>)) => void;
/** Uploads a file. Returns the stored file, or an error message. */
export type UploadFile = (kind: NewsFileKind, file: File) => Promise<NewsFile | string>;

export type Speaker = keyof typeof AUDIENCES_OF;
export const speakerOf = (audience: NewsAudience): Speaker =>
  (AUDIENCES_OF.district as readonly NewsAudience[]).includes(audience) ? 'district' : 'school';

export const NO_TEXT: NewsText = { title: '', teaser: '', body: '', cover_alt: '' };
/** Returns the languages with content. An image description counts only if there is a cover. */
export const listFilledLanguages = ({ texts, cover }: Pick<EditValues, 'texts' | 'cover'>): string[] =>
  Object.entries(texts)
    .filter(
      ([, { title, teaser, body, cover_alt }]) =>
        [title, teaser, cover ? cover_alt : ''].some((words) => words.trim() !== '') || hasContent(body),
    )
    .map(([language]) => language);

/** Returns the form values of a new article. The audience is the user's school if permitted. */
export const emptyValues = (can: { school: boolean }): EditValues => ({
  texts: {},
  cover: null,
  category: '',
  audience: can.school ? 'school' : 'district',
  targets: { schools: [], classes: [] },
  roles: 'all',
  display: '',
  expires: '',
  pinned: '',
  attachments: [],
  notify: 'portal',
});

export const valuesOf = (draft: NewsDraft): EditValues => ({
  texts: draft.texts,
  cover: draft.cover,
  category: draft.category ?? '',
  audience: draft.audience,
  targets: { schools: [], classes: [], [draft.audience]: draft.targets },
  roles: draft.roles,
  display: formatDateTimeInput(draft.display_at),
  expires: formatDateTimeInput(draft.expires_at),
  pinned: formatDateTimeInput(draft.pinned_until),
  attachments: draft.attachments,
  notify: draft.notify,
});

export const fieldsOf = (values: EditValues): NewsFields => ({
  texts: Object.fromEntries(
    listFilledLanguages(values).map((language) => {
      const text = values.texts[language]!;
      return [language, { ...text, body: hasContent(text.body) ? text.body : '', cover_alt: values.cover ? text.cover_alt : '' }];
    }),
  ),
  cover: values.cover?.file ?? null,
  category: values.category || null,
  audience: values.audience,
  targets: targetsOf(values).map(({ id }) => id),
  roles: rolesOf(values),
  display_at: parseDateTimeInput(values.display),
  expires_at: parseDateTimeInput(values.expires),
  pinned_until: parseDateTimeInput(values.pinned),
  attachments: values.attachments.map(({ file }) => file),
  notify: values.notify,
});

export const hasTargets = (audience: NewsAudience): audience is TargetKind => audience === 'schools' || audience === 'classes';
type Audience = Pick<EditValues, 'audience' | 'targets' | 'roles'>;
/** Returns the targets of the current audience. */
export const targetsOf = ({ audience, targets }: Audience): readonly Target[] => (hasTargets(audience) ? targets[audience] : []);
/** Returns the roles that can read the article. Public articles are for all roles. */
export const rolesOf = ({ audience, roles }: Audience): EditValues['roles'] => (audience === 'public' ? 'all' : roles);

const TIMES = { display_at: 'display', expires_at: 'expires', pinned_until: 'pinned' } as const;

/** Validates the form and returns the violated rules by field. `half` means that a day or a time is missing. */
export function findFieldProblems(values: EditValues): Problems {
  const fields = fieldsOf(values);
  const parsed = NewsFields.safeParse(fields);
  const problems = parsed.success ? {} : findProblems(parsed.error.issues);
  for (const [field, name] of Object.entries(TIMES))
    if (values[name] !== '' && parseDateTimeInput(values[name]) === null) problems[field] = 'half';
  for (const [language, text] of Object.entries(fields.texts))
    if (values.cover && text.cover_alt.trim() === '') problems[`texts.${language}.cover_alt`] ??= 'required';
  if (hasTargets(values.audience) && fields.targets.length === 0) problems.targets ??= 'required';
  if (fields.expires_at !== null && fields.display_at !== null && fields.expires_at <= fields.display_at) problems.expires_at ??= 'min';
  return problems;
}

type About = { language: string; label: (slug: string) => string; from: string; now: string };

/** Returns a preview of the article in one language. */
export function previewOf(values: EditValues, { language, label, from, now }: About): Omit<News, 'id' | 'previous' | 'next' | 'can'> {
  const text = values.texts[language] ?? NO_TEXT;
  const { cover } = values;
  return {
    ...{ language, title: text.title, teaser: text.teaser, body: text.body, from, pinned: false, unread: false, updated_at: null },
    cover: cover && { href: cover.href, alt: text.cover_alt, width: cover.width ?? 16, height: cover.height ?? 9 },
    category: values.category ? { slug: values.category, label: label(values.category) } : null,
    display_at: parseDateTimeInput(values.display) ?? now,
    state: 'published',
    attachments: [...values.attachments],
  };
}

/** Returns a slug such as `fuer-eltern` for `Für Eltern`, or an empty string if no characters remain. */
export const slugOf = (words: string): string =>
  normalizeText(
    words.toLocaleLowerCase('de').replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss'),
    'NFD',
  )
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
    .replace(/-$/, '');
